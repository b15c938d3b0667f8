"""A campaign's record: what failed, what was run again."""

import json

from .campaign import Campaign

FAILURE = {"seed": 7, "kind": "value", "message": "planted", "configuration": "", "script": "#"}


def resume_file(path):
    earlier = Campaign("numpy", 0, 0)
    earlier.failures, earlier.finished = [FAILURE], [[0, 200]]
    earlier.counts["programs"] = 200
    earlier.resume = str(path)
    earlier.save()
    return str(path)


def test_failures_of_the_resume_file_stay(tmp_path):
    campaign = Campaign("numpy", 0, 200, jobs=1, resume=resume_file(tmp_path / "record"))
    assert campaign.run() == [FAILURE]
    assert campaign.counts["programs"] == 200


def test_failures_are_run_again_and_named(tmp_path):
    path = resume_file(tmp_path / "record")
    campaign = Campaign("numpy", 0, 200, jobs=1, resume=path, again=True)
    assert campaign.run() == []
    assert campaign.counts["programs"] == 200
    assert campaign.record()["run_again"] == [{"seed": 7, "message": "planted"}]
    with open(path) as file:
        assert json.load(file)["run_again"] == [{"seed": 7, "message": "planted"}]


def test_a_range_in_which_a_worker_died_is_done_in_parts(tmp_path):
    path = resume_file(tmp_path / "record")
    earlier = Campaign("numpy", 0, 400, resume=path)
    assert earlier.orders.qsize() == 1
    earlier.finished += [[200, 251], [251, 400]]
    earlier.save()
    assert Campaign("numpy", 0, 400, resume=path).orders.empty()
    earlier.finished.pop()
    earlier.save()
    assert Campaign("numpy", 0, 400, resume=path).orders.qsize() == 1
