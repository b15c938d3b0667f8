"""Rows of first_contact.py: libraries of pictures and plots."""

_AXES = """
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


def axes():
    figure = Figure((2, 2), dpi=40)
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def drawn(where):
    where.figure.canvas.draw()
    return np.array(where.figure.canvas.buffer_rgba())


def plotted(name, *arguments, **options):
    where = axes()
    getattr(where, name)(*arguments, **options)
    return drawn(where)
"""

PICTURES = {
    "matplotlib": (_AXES + "import matplotlib.path\n", {
        "vector": """
            plotted("plot", x)
            plotted("hist", x, bins=9)
            plotted("scatter", x[:999], x[:999], c=x[:999])
            matplotlib.path.Path(np.stack([x, x], axis=1)).get_extents().bounds
        """,
        "picture": """
            plotted("imshow", x)
            plotted("contour", x[:60, :60])
            plotted("pcolormesh", x[:90, :90])
        """,
    }),
    "seaborn": (_AXES + "import seaborn\n", {
        "vector": """
            [p.get_height() for p in seaborn.histplot(x=x, bins=5, ax=axes()).patches]
            seaborn.lineplot(x=np.arange(x[:99].size), y=x[:99], ax=axes()).lines[0].get_ydata()
            drawn(seaborn.boxplot(x=x[:999], ax=axes()))
        """,
        "picture": "drawn(seaborn.heatmap(x[:20, :20], ax=axes(), cbar=False))",
    }),
    "plotly": ("import plotly.express as px\nimport plotly.graph_objects as go", {
        "vector": """
            np.asarray(go.Figure(go.Scatter(y=x)).data[0].y)
            len(go.Figure(go.Scatter(y=x)).to_json())
            np.asarray(px.scatter(x=x[:999], y=x[:999]).data[0].x)
        """,
        "picture": "np.asarray(go.Heatmap(z=x).z)",
    }),
    "contourpy": ("import contourpy", {
        "picture": """
            len(contourpy.contour_generator(z=x[:200, :200]).lines(0.5))
            contourpy.contour_generator(z=x).filled(0.2, 0.7)[0][0]
        """,
    }),
    "Pillow": ("from PIL import Image", {
        "bytes": """
            np.asarray(Image.fromarray(x))
            np.asarray(Image.fromarray(x).resize((5, 5)))
            np.asarray(Image.frombuffer("L", x.shape[::-1], x))
            Image.fromarray(x).getextrema()
        """,
    }),
    "scikit-image": ("""
from skimage import color, exposure, feature, filters, measure, metrics, morphology, transform
""", {
        "picture": """
            filters.gaussian(x)
            filters.sobel(x)
            transform.resize(x, (20, 20))
            measure.label(x > 0.5)
            exposure.equalize_hist(x)
            color.gray2rgb(x)
            metrics.structural_similarity(x, x * 0.9, data_range=1.0)
            morphology.dilation(x)
            feature.canny(x).sum()
            measure.find_contours(x[:50, :50], 0.5)[0]
            transform.hough_line(x[:100, :100] > 0.9)[0].sum()
        """,
    }),
    "imageio": ("import imageio.v3 as iio", {
        "bytes": """
            iio.imread(iio.imwrite("<bytes>", x, extension=".png"))
            iio.imread(iio.imwrite("<bytes>", x, extension=".tiff"), extension=".tiff")
        """,
    }),
    "tifffile": ("""
import io
import tifffile


def written(x):
    file = io.BytesIO()
    tifffile.imwrite(file, x)
    file.seek(0)
    return tifffile.imread(file)
""", {"bytes": "written(x)", "picture": "written(x)"}),
}
