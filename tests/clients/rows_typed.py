"""Rows of first_contact.py whose compiled code asks for numpy.ndarray before anything else."""

TYPED = {
    "OpenCV": ("import cv2", {
        "bytes": """
            cv2.GaussianBlur(x, (5, 5), 0)
            cv2.resize(x, (20, 20))
            cv2.Canny(x, 50, 100)
            cv2.threshold(x, 100, 255, cv2.THRESH_BINARY)[1]
            cv2.Sobel(x, cv2.CV_64F, 1, 0)
            cv2.cvtColor(np.stack([x, x, x], axis=2), cv2.COLOR_BGR2GRAY)
            cv2.imdecode(cv2.imencode(".png", x)[1], cv2.IMREAD_GRAYSCALE)
            cv2.calcHist([x], [0], None, [16], [0, 256])
            cv2.add(x, x)
            cv2.equalizeHist(x)
            cv2.connectedComponents(x)[0]
            cv2.findContours(x, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0][0]
        """,
        "picture": "cv2.dct(x)",
        "matrix": "cv2.PCACompute(x, None)[0]",
    }),
    "orjson": ("import orjson", {
        "vector": "orjson.dumps(x, option=orjson.OPT_SERIALIZE_NUMPY)",
        "whole": "orjson.dumps({'x': x[:9]}, option=orjson.OPT_SERIALIZE_NUMPY)",
    }),
    "autograd": ("import autograd\nimport autograd.numpy as anp", {
        "vector": """
            autograd.grad(lambda v: anp.sum(v ** 2))(x)
            autograd.elementwise_grad(anp.sin)(x)
        """,
    }),
    "pyarrow": ("import pyarrow as pa", {
        "vector": "pa.Tensor.from_numpy(x).to_numpy()",
        "matrix": "pa.Tensor.from_numpy(x).shape",
    }),
    "SciPy": ("""
import scipy.sparse
from scipy.sparse.linalg import factorized, spilu, splu


def diagonal(x):
    return scipy.sparse.diags_array(np.full(x.size, 4.0), format="csc")
""", {
        "vector": """
            splu(diagonal(x)).solve(x)
            spilu(diagonal(x)).solve(x)
            factorized(diagonal(x))(x)
        """,
    }),
    "h5py": ("""
import h5py


def read_into(x):
    with h5py.File("memory", "w", driver="core", backing_store=False) as f:
        f["x"] = x + 1
        f["x"].read_direct(x)
        return x
""", {"vector": "read_into(x)"}),
    "JAX": ("import jax", {
        "vector": "np.asarray(jax.grad(lambda v: (v ** 2).sum())(x))",
    }),
    "PyTorch": ("import torch", {
        "vector": """
            torch.from_numpy(x).numpy()
            torch.as_tensor(x).sum().item()
        """,
    }),
}
