"""The folder name of a machine: processors of one name with and without AVX-512 are told apart."""

import pytest

from numen import machine


@pytest.mark.parametrize("model, flags, wanted", [
    ("AMD EPYC", "fpu avx2 sha_ni", "amd-epyc-avx2-2-cores"),
    ("AMD EPYC", "fpu avx2 avx512f", "amd-epyc-2-cores"),
    ("Intel(R) Xeon(R) Processor @ 2.60GHz", "avx2 avx512f", "intel-xeon-processor-2-cores"),
    ("Some CPU 7", "sse4_2", "some-7-2-cores"),
])
def test_folder_names(monkeypatch, model, flags, wanted):
    told = {"model name": model, "flags": flags}
    monkeypatch.setattr(machine, "described", told.__getitem__)
    monkeypatch.setattr(machine, "usable_cores", lambda: 2)
    assert machine.machine_slug() == wanted


def test_a_field_that_nobody_knows():
    assert machine.described("no such field") == ""
    assert machine.cpu_model()
