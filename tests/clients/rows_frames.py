"""Rows of the table: tables, files, pictures."""

PANDAS = {
    "vector": """
        pd.Series(x)
        pd.Series(x).to_numpy()
        pd.Series(x).describe()
        pd.Series(x).rolling(3).mean()
        pd.Series(x).groupby(x > 0).sum()
        pd.Series(x).where(x > 0)
        pd.Series(x) + x
        x + pd.Series(x)
        pd.Index(x)
        pd.DataFrame({"a": x, "b": x}).corr()
        pd.cut(x, 3)
        pd.factorize(x)
        pd.unique(x)
        pd.isna(x)
        pd.to_numeric(x)
        pd.Series([0.0, 1.0]).isin(x)
        pd.concat([pd.Series(x), pd.Series(x)])
        programs.column_assigned(x)
    """,
    "matrix": """
        pd.DataFrame(x)
        pd.DataFrame(x, columns=["a", "b"]).sort_values("a")
        pd.DataFrame(x).to_csv()
        pd.DataFrame(x).iloc[np.asarray(x)[:, 0] > 0]
    """,
}

MATPLOTLIB = {
    "vector": """
        programs.drawn(lambda axes: axes.plot(x))
        programs.drawn(lambda axes: axes.scatter(x, x, c=x))
        programs.drawn(lambda axes: axes.hist(x))
        programs.drawn(lambda axes: axes.fill_between(x, x))
        programs.drawn(lambda axes: axes.boxplot(x))
        programs.drawn(lambda axes: axes.errorbar(x, x, yerr=x * x))
        programs.drawn(lambda axes: axes.errorbar(x, x, xerr=[x * x, x * x + 1]))
        matplotlib.colors.Normalize()(x)
        plt.get_cmap("viridis")(x)
        matplotlib.path.Path(np.stack([x, x], axis=1)).get_extents().bounds
    """,
    "matrix": """
        programs.drawn(lambda axes: axes.errorbar(x[:, 0], x[:, 1], yerr=np.square(x.T)))
    """,
    "square": """
        programs.drawn(lambda axes: axes.imshow(x))
        programs.drawn(lambda axes: axes.contourf(x))
        programs.drawn(lambda axes: axes.pcolormesh(x))
    """,
}

H5PY = {
    "vector": """
        programs.hdf5_data_set(x)
        programs.hdf5_written_in_place(x)
        programs.hdf5_attribute(x)
        programs.hdf5_read_into(x)
        programs.hdf5_selected(x)
    """,
}

XARRAY = {
    "vector": """
        xr.DataArray(x, dims="t")
        xr.DataArray(x, dims="t").mean()
        xr.DataArray(x, dims="t").rolling(t=3).mean()
        xr.DataArray(x, dims="t") * x
        xr.Dataset({"a": ("t", x)}).cumsum()
        xr.DataArray(x, coords={"t": np.arange(x.size)}, dims="t").interp(t=0.5)
        xr.apply_ufunc(np.square, xr.DataArray(x, dims="t"))
    """,
    "square": """
        xr.DataArray(x, dims=("a", "b")).groupby("a").sum()
    """,
}

PILLOW = {
    "image": """
        Image.fromarray(x)
        Image.fromarray(x).resize((5, 5))
        Image.fromarray(x[:, :, 0]).rotate(90)
        np.asarray(Image.fromarray(x)) - x
        Image.frombuffer("RGB", x.shape[1::-1], x)
        programs.picture_file(x)
    """,
}
