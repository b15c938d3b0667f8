"""Rows of the table: SciPy and scikit-learn."""

SCIPY = {
    "vector": """
        scipy.special.expit(x)
        scipy.special.erf(x)
        scipy.special.logsumexp(x)
        scipy.fft.rfft(x)
        scipy.fft.dct(x)
        scipy.signal.convolve(x, [1.0, 2.0, 1.0])
        scipy.signal.lfilter([1.0], [1.0, -0.5], x)
        scipy.signal.sosfilt(scipy.signal.butter(2, 0.3, output="sos"), x)
        scipy.signal.welch(x, nperseg=8)
        scipy.signal.find_peaks(x)
        scipy.signal.medfilt(x, 3)
        scipy.ndimage.gaussian_filter(x, 1.0)
        scipy.ndimage.label(x > 0)
        scipy.ndimage.map_coordinates(x, [[0.5, 1.5]])
        scipy.stats.describe(x)
        scipy.stats.rankdata(x)
        scipy.stats.ttest_1samp(x, 0.0)
        scipy.stats.norm.cdf(x)
        scipy.stats.kendalltau(x[:9], x[1:10])
        scipy.interpolate.CubicSpline(np.arange(x.size), x)(0.5)
        scipy.interpolate.interp1d(np.arange(x.size), x)(0.5)
        scipy.integrate.simpson(x)
        scipy.integrate.cumulative_trapezoid(x)
        scipy.optimize.least_squares(lambda p: p[0] - x, [0.1]).x
        scipy.optimize.nnls(np.ones((x.size, 1)), x)
        scipy.linalg.toeplitz(x[:9])
        scipy.linalg.blas.dscal(2.0, x)
        scipy.linalg.blas.ddot(x, x)
        programs.sound_file(x)
        programs.matlab_file(x)
    """,
    "matrix": """
        scipy.spatial.KDTree(x).query(x[0])
        scipy.spatial.cKDTree(x).query_ball_point(x[0], 1.0)
        scipy.spatial.ConvexHull(x).vertices
        scipy.spatial.distance.cdist(x, x[:3])
        scipy.cluster.vq.kmeans2(x, 2, seed=1)
        scipy.cluster.hierarchy.linkage(x[:50])
        scipy.sparse.csr_array(x).sum(axis=0)
        scipy.interpolate.griddata(x, x[:, 0], [[0.1, 0.2]], "nearest")
    """,
    "square": """
        scipy.linalg.solve(x, x)
        scipy.linalg.lu_factor(x)
        scipy.linalg.cholesky(x @ x.conj().T + 9 * np.eye(len(x), dtype=x.dtype))
        scipy.linalg.eigvalsh(x + x.conj().T)
        scipy.linalg.expm(x / 50)
        scipy.linalg.blas.dgemm(1.0, x, x)
        scipy.sparse.csr_array(x) @ x
        scipy.sparse.linalg.spsolve(scipy.sparse.csc_array(x), x[0])
        scipy.sparse.linalg.gmres(x + 20 * np.eye(len(x)), x[0])
        scipy.ndimage.rotate(x, 30.0)
    """,
}

SCIKIT_LEARN = {
    "matrix": """
        sklearn.utils.check_array(x)
        sklearn.preprocessing.StandardScaler().fit_transform(x)
        sklearn.preprocessing.MinMaxScaler().fit_transform(x)
        sklearn.preprocessing.PolynomialFeatures().fit_transform(x)
        sklearn.decomposition.PCA(1).fit_transform(x)
        sklearn.cluster.KMeans(2, n_init=1, random_state=0).fit(x).labels_
        sklearn.cluster.DBSCAN().fit(x[:200]).labels_
        sklearn.linear_model.LinearRegression().fit(x, x[:, 0]).coef_
        sklearn.linear_model.Lasso(0.1).fit(x, x[:, 0]).coef_
        sklearn.linear_model.LogisticRegression().fit(x, x[:, 0] > 0).coef_
        sklearn.tree.DecisionTreeRegressor(random_state=0).fit(x, x[:, 1]).predict(x[:5])
        sklearn.neighbors.KNeighborsRegressor(2).fit(x, x[:, 1]).predict(x[:5])
        sklearn.naive_bayes.GaussianNB().fit(x, x[:, 0] > 0).predict(x)
        sklearn.svm.SVC().fit(x[:200], x[:200, 0] > 0).predict(x[:5])
        sklearn.model_selection.train_test_split(x, random_state=0)
        sklearn.metrics.mean_squared_error(x, x[::-1])
        sklearn.metrics.pairwise_distances(x[:9], x[:7])
    """,
}
