"""Rows of first_contact.py: libraries of tables, of arrays of their own, and of messages."""

TABLES = {
    "pandas": ("import pandas as pd", {
        "vector": """
            pd.Series(x).rolling(3).mean()
            pd.Series(x) + x
            x + pd.Series(x)
            pd.DataFrame({"a": x, "b": x * 2}).corr()
            pd.cut(x, 3).codes
            pd.Series(x).groupby(x > 0).agg([np.mean, "max"])
        """,
        "matrix": """
            pd.DataFrame(x, columns=list("abcd")).describe()
            pd.DataFrame(x).apply(np.sum)
        """,
    }),
    "polars": ("import polars as pl", {
        "vector": """
            pl.Series("a", x).sum()
            pl.Series(x).to_numpy()
            pl.DataFrame({"a": x, "b": x * 2}).select(pl.col("b").mean()).item()
            pl.Series(x).rolling_mean(3)[-5:].to_list()
        """,
        "matrix": """
            pl.from_numpy(x).shape
            pl.DataFrame(x, schema=list("abcd"))["c"].max()
        """,
        "whole": "pl.Series(x).value_counts().height",
    }),
    "pyarrow": ("import pyarrow as pa\nimport pyarrow.compute as pc", {
        "vector": """
            pa.array(x).to_numpy()
            pc.mean(pa.array(x)).as_py()
            pa.table({"a": x, "b": x + 1}).column("b").to_numpy()
            pa.py_buffer(x).size
            pa.array(x > 0).true_count
            pa.chunked_array([x, x + 1]).length()
        """,
    }),
    "xarray": ("import xarray as xr", {
        "vector": """
            xr.DataArray(x, dims="t").rolling(t=3).mean()
            xr.DataArray(x, dims="t") * x
            xr.Dataset({"a": ("t", x)}).cumsum()
            np.sin(xr.DataArray(x, dims="t"))
        """,
        "matrix": """
            xr.DataArray(x, dims=("a", "b")).mean("a")
            xr.apply_ufunc(np.square, xr.DataArray(x, dims=("a", "b")))
        """,
    }),
    "dask": ("import dask\nimport dask.array as da", {
        "vector": """
            da.from_array(x, chunks=max(x.size // 4, 1)).sum().compute()
            (da.from_array(x) * 2 + 1).mean().compute()
            da.from_array(x, chunks=x.size // 2).map_blocks(np.square).compute()
            np.sum(da.from_array(x)).compute()
            dask.delayed(np.mean)(x).compute()
            np.asarray(np.sqrt(da.from_array(np.abs(x))))
        """,
        "matrix": "da.from_array(x, chunks=(x.shape[0] // 2 + 1, 2)).T.dot(x[:, 0]).compute()",
    }),
    "joblib": ("import io\nimport joblib\n\n\ndef dumped(x):\n    file = io.BytesIO()\n"
               "    joblib.dump({'x': x}, file)\n    file.seek(0)\n    return joblib.load(file)", {
        "vector": """
            joblib.hash(x)
            dumped(x)
            joblib.Parallel(2, prefer="threads")(joblib.delayed(np.sum)(p) for p in (x, x + 1))
        """,
    }),  # fmt: skip
    "cloudpickle": ("import cloudpickle", {
        "vector": """
            cloudpickle.loads(cloudpickle.dumps(x))
            cloudpickle.loads(cloudpickle.dumps(lambda: np.sum(x * 2)))()
            cloudpickle.loads(cloudpickle.dumps({"f": np.median, "x": x[1:9]}))["x"]
        """,
    }),
    "einops": ("import einops", {
        "matrix": """
            einops.rearrange(x, "a b -> b a")
            einops.reduce(x, "a b -> b", "mean")
            einops.repeat(x[:, 0], "a -> a 2")
        """,
    }),
    "autograd": ("import autograd\nimport autograd.numpy as anp", {
        "vector": """
            anp.sum(anp.sin(x))
            anp.where(x > 0, x, 0.0)
        """,
    }),
    "JAX": ("import jax\nimport jax.numpy as jnp", {
        "vector": """
            np.asarray(jnp.sin(x))
            np.asarray(jnp.cumsum(jnp.asarray(x)))
            np.asarray(jax.device_put(x))
            np.asarray(jax.jit(lambda v: v * 2 + 1)(x))
        """,
    }),
    "numba": ("import numba\n\n\n@numba.njit\ndef total(x):\n    found = 0.0\n"
              "    for i in range(x.size):\n        found += np.abs(x[i])\n    return found\n\n\n"
              "@numba.vectorize(['float64(float64)'])\ndef cubed(x):\n    return x * x * x", {
        "vector": """
            total(x)
            cubed(x)
            numba.typeof(x).dtype.name
        """,
    }),  # fmt: skip
    "numexpr": ("import numexpr", {
        "vector": """
            numexpr.evaluate("x * 2 + 1")
            numexpr.evaluate("where(x > 1, x, 0)", {"x": x})
            numexpr.evaluate("sum(x * y)", {"x": x, "y": x + 1})
        """,
    }),
    "bottleneck": ("import bottleneck as bn", {
        "vector": """
            bn.nanmean(x)
            bn.move_mean(x, 3)
            bn.median(x)
            bn.rankdata(x[:2000])
        """,
        "matrix": "bn.nansum(x, axis=0)",
    }),
    "SymPy": ("import sympy\nfrom sympy.abc import s", {
        "vector": """
            sympy.lambdify(s, sympy.sin(s) ** 2 + s, "numpy")(x)
            sympy.lambdify(s, sympy.sqrt(s * s + 1), [np])(x)
            sympy.lambdify([s], [s ** 2, s + 1], "numpy")(x)
        """,
    }),
    "uncertainties": ("from uncertainties import unumpy", {
        "vector": """
            unumpy.nominal_values(unumpy.uarray(x[:500], np.abs(x[:500])) * 2)
            unumpy.std_devs(unumpy.uarray(x[:500], np.abs(x[:500])))
        """,
    }),
    "patsy": ("import patsy", {
        "vector": """
            np.asarray(patsy.dmatrix("v + np.log(v + 9)", {"v": x}))
            np.asarray(patsy.dmatrix("x"))
        """,
    }),
}
