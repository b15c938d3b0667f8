"""Rows of first_contact.py: libraries that fit, filter and solve."""

FITS = {
    "SciPy": ("""
import scipy.fft
import scipy.interpolate
import scipy.ndimage
import scipy.optimize
import scipy.signal
import scipy.sparse.linalg
import scipy.special
import scipy.stats
""", {
        "vector": """
            scipy.special.expit(x)
            scipy.fft.rfft(x)
            scipy.signal.lfilter([1.0], [1.0, -0.5], x)
            scipy.signal.sosfilt(scipy.signal.butter(2, 0.3, output="sos"), x)
            scipy.ndimage.gaussian_filter(x, 1.0)
            scipy.stats.describe(x)
            scipy.interpolate.CubicSpline(np.arange(x.size), x)(0.5)
            scipy.optimize.least_squares(lambda p: p[0] - x, [0.1]).x
            scipy.sparse.csr_array(x[:50, None]).sum()
            scipy.stats.binned_statistic(x, x, statistic=np.mean, bins=3).statistic
        """,
        "matrix": """
            scipy.spatial.distance.cdist(x, x[:3])
            scipy.sparse.csr_array(x) @ np.ones(4)
            scipy.stats.zscore(x)
        """,
    }),
    "scikit-learn": ("""
from sklearn.cluster import KMeans
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import mean_squared_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeRegressor
""", {
        "matrix": """
            StandardScaler().fit_transform(x)
            LinearRegression().fit(x[:, :3], x[:, 3]).coef_
            KMeans(2, n_init=1, random_state=0, max_iter=3).fit(x[:5000]).cluster_centers_
            LogisticRegression(max_iter=50).fit(x[:5000], x[:5000, 0] > 0).coef_
            DecisionTreeRegressor(max_depth=2, random_state=0).fit(x, x[:, 1]).predict(x[:9])
            make_pipeline(FunctionTransformer(np.square), StandardScaler()).fit_transform(x)
            mean_squared_error(x, x + 1)
        """,
    }),
    "statsmodels": ("import statsmodels.api as sm\nimport statsmodels.formula.api as smf", {
        "vector": """
            sm.tsa.acf(x, nlags=5, fft=True)
            sm.robust.mad(x)
            sm.nonparametric.lowess(x[:300], np.arange(300.0)[:x[:300].size], it=1)
            sm.stats.DescrStatsW(x).std
        """,
        "matrix": """
            sm.OLS(x[:, 0], sm.add_constant(x[:, 1:])).fit().params
            sm.GLM(np.abs(x[:500, 0]) + 1, x[:500, 1:]).fit().params
            smf.ols("a ~ b", {"a": x[:, 0], "b": x[:, 1]}).fit().params.to_numpy()
        """,
    }),
    "lmfit": ("import lmfit", {
        "vector": """
            lmfit.models.LinearModel().fit(x, x=np.arange(x.size)).best_values
            lmfit.minimize(lambda p: p["a"] - x, lmfit.create_params(a=1.0)).params.valuesdict()
            lmfit.models.LinearModel().guess(x, x=np.arange(x.size)).valuesdict()
        """,
    }),
    "emcee": ("""
import emcee


def sampled(x):
    np.random.seed(3)
    start = np.linspace(0, 1, 4)[:, None]
    sampler = emcee.EnsembleSampler(4, 1, lambda p: -0.5 * float(np.sum((x[:99] - p) ** 2)))
    sampler.run_mcmc(start, 5)
    return sampler.get_chain()
""", {"vector": "sampled(x)"}),
    "LightGBM": ("""
import lightgbm

OPTIONS = {"verbosity": -1, "num_leaves": 4, "num_threads": 1, "deterministic": True}


def data(x):
    return lightgbm.Dataset(x[:, :3], x[:, 3], params={"verbosity": -1})
""", {
        "matrix": """
            data(x).construct().num_data()
            lightgbm.train(OPTIONS, data(x), 2).predict(x[:9, :3])
        """,
    }),
    "PyWavelets": ("import pywt", {
        "vector": """
            pywt.dwt(x, "db2")
            pywt.wavedec(x, "haar", level=3)
            pywt.idwt(x, x, "db2")
            pywt.threshold(x, 1.0)
        """,
        "picture": """
            pywt.dwt2(x, "haar")[0]
            pywt.cwt(x[0], [1, 2], "mexh")[0]
        """,
    }),
    "astropy": ("""
from astropy import convolution, stats, units
from astropy.io import fits
from astropy.table import Table
from astropy.timeseries import LombScargle
""", {
        "vector": """
            (x * units.m).to(units.km).value
            np.sin(x * units.rad).value
            stats.sigma_clip(x, maxiters=1).sum()
            stats.mad_std(x)
            np.asarray(Table({"a": x, "b": x + 1})["b"])
            convolution.convolve(x, convolution.Box1DKernel(3))
            LombScargle(np.arange(500.0)[:x[:500].size], x[:500]).power([0.1, 0.2])
        """,
        "picture": "fits.PrimaryHDU(x).data.sum()",
    }),
    "networkx": ("import networkx as nx", {
        "picture": """
            nx.to_numpy_array(nx.from_numpy_array(x[:9, :9]))
            list(nx.pagerank(nx.from_numpy_array(x[:9, :9])).values())
        """,
        "whole": "sorted(nx.from_edgelist(x[:60].reshape(-1, 2).tolist()).degree)",
    }),
    "Shapely": ("import shapely", {
        "matrix": """
            shapely.get_x(shapely.points(x[:2000, :2]))
            shapely.LineString(x[:500, :2]).length
            shapely.contains_xy(shapely.box(-1, -1, 1, 1), x[:, 0], x[:, 1])
            shapely.area(shapely.box(x[:999, 0], x[:999, 1], x[:999, 0] + 1, x[:999, 1] + 2))
        """,
    }),
}
