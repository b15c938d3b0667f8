"""Rows of the table: libraries with arrays of their own. `np` is the real NumPy."""

NUMPY = {
    "vector": """
        np.asarray(x)
        np.array(x, dtype=np.complex128)
        np.array([x, x])
        np.add(x, 1)
        np.multiply(np.float64(2), x)
        np.sin(x)
        np.hypot(np.asarray(x), x)
        np.add.reduce(x)
        np.add(x, 1, out=x)
        np.asarray(x).__iadd__(x)
        np.concatenate([x, np.ones(3)])
        np.concatenate([np.ones(3), x])
        np.add(np.ma.masked_array([1.0], [False]), x)
        np.putmask(np.asarray(x), x > 0, 0)
        np.sum(x)
        np.mean(x)
        np.sort(x)
        np.where(x > 0, x, 0)
        np.unique(x)
        np.histogram(x)
        np.interp(0.5, x, x)
        np.dot(x, x)
        np.einsum("i,i->", x, x)
        np.fft.fft(x)
        np.polyfit(x, x, 1)
        np.searchsorted(x, [0.0, 1.0], sorter=np.argsort(x))
        np.zeros(20_000)[np.abs(x).astype(int)]
        np.random.default_rng(3).permutation(x)
        np.random.default_rng(3).shuffle(x)
        np.ma.masked_array(x, x > 0)
        np.lib.stride_tricks.sliding_window_view(x, 3)
        np.testing.assert_allclose(x, np.asarray(x))
        np.array2string(x)
        np.may_share_memory(x, np.asarray(x))
        np.from_dlpack(x)
        np.frombuffer(np.ascontiguousarray(x), np.uint8)
        np.vectorize(abs)(x)
        np.nditer(x).shape
        np.copyto(x, 5)
        np.put(x, [0], 7)
        np.isrealobj(x)
        np.ndarray.sum(x)
        np.ndarray.sort(x)
        np.lib.array_utils.byte_bounds(np.asarray(x))[1] - np.lib.array_utils.byte_bounds(x)[0]
        programs.saved_and_loaded(x)
        programs.added_in_place(x)
        programs.read_as_memory(x)
    """,
    "square": """
        np.linalg.solve(x, x[0])
        np.linalg.svd(x, compute_uv=False)
        np.matmul(x, x)
        np.savetxt(programs.text_file(), x)
    """,
}

NUMBA = {
    "vector": """
        numba.typeof(x).dtype
        programs.numba_total(x)
        programs.numba_shifted(x)
        programs.numba_doubled_in_place(x)
        programs.numba_ufunc(x)
        programs.numba_gufunc(x)
        programs.numba_maximum(x)
    """,
    "square": """
        programs.numba_trace(x)
        programs.numba_parallel_rows(x)
    """,
}

NUMEXPR = {
    "vector": """
        numexpr.evaluate("x * 2 + 1", {"x": x})
        numexpr.evaluate("where(abs(x) > 1, x, 0)", {"x": x})
        numexpr.evaluate("sum(x)", {"x": x})
        numexpr.evaluate("x + y", {"x": x, "y": 1}, out=x)
        numexpr.evaluate("x ** 2 - x", {"x": x}, order="C")
    """,
}

PYTORCH = {
    "vector": """
        torch.from_dlpack(x)
        torch.utils.dlpack.from_dlpack(x)
        torch.asarray(x)
        torch.as_tensor(x)
        torch.tensor(x)
        torch.asarray(np.asarray(x)).abs().sum()
        torch.nn.functional.softplus(torch.from_dlpack(x))
        torch.from_dlpack(x).mul_(2)
        torch.utils.data.TensorDataset(torch.from_dlpack(x))[1]
        np.asarray(torch.ones(3)) + x[:3]
        torch.ones(x.shape).numpy() * x
        x.dtype.type(2) * np.from_dlpack(torch.from_dlpack(x))
        torch.from_numpy(x)
    """,
    "square": """
        torch.linalg.matrix_norm(torch.from_dlpack(x))
        torch.from_dlpack(x) @ torch.from_dlpack(x)
    """,
}

JAX = {
    "vector": """
        jnp.asarray(x)
        jnp.array(x)
        jnp.sin(x)
        jnp.dot(x, x)
        jnp.concatenate([x, x])
        jnp.where(x > 0, x, 0)
        jax.jit(jnp.cumsum)(x)
        jax.grad(lambda v: (v ** 2).sum())(jnp.asarray(x))
        jax.grad(lambda v: (v ** 2).sum())(x)
        jax.vmap(jnp.negative)(x)
        jax.device_put(x)
        jax.dlpack.from_dlpack(x)
        jnp.ones(x.shape) * x
        x * np.asarray(jnp.ones(x.shape))
    """,
    "square": """
        jnp.linalg.norm(x)
        jnp.matmul(x, x)
    """,
}
