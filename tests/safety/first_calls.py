# The calls of test_first_calls.py: the first calls of every name come from three threads at once,
# and whatever runs Python code on the way leaves Python's lock: imports and garbage collections
# sleep. What one thread prepares once, others ask for meanwhile. What tests/safety/stress.py and
# every_name.py write comes before this text.
import builtins
import gc
import time

THREADS = 3


def operands(is_listed):
    """The operands of a call: arrays, or lists."""
    given = type("Given", (), {})()
    square = np.eye(4) * 60 + 1.0
    numbers = np.arange(16.0)
    for letter in "shz":
        setattr(given, letter, square.copy())
    for letter in "xmywtg":
        setattr(given, letter, numbers.reshape(4, 4) + 1.0)
    for letter in "vfr":
        setattr(given, letter, numbers + 1.0)
    given.k = np.arange(16) % 9
    given.c = given.x > 3.0
    if is_listed:
        for letter, array in vars(given).items():
            setattr(given, letter, array.tolist())
    given.i = [0, 1, 2]
    return given


def slow_import(*arguments, **names):
    time.sleep(1e-4)
    return python_import(*arguments, **names)


def collected(*_):
    time.sleep(0)


def first_call(call, given, barrier):
    barrier.wait()
    try:
        call(given)
    except EXPECTED:
        pass


def all_first_calls(names):
    for name in names:
        print(name, flush=True)
        for is_listed in (False, True):
            barrier = threading.Barrier(THREADS)
            threads = [threading.Thread(target=first_call,
                                        args=(CALLS[name], operands(is_listed), barrier))
                       for _ in range(THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()


python_import, builtins.__import__ = builtins.__import__, slow_import
gc.callbacks.append(collected)
gc.set_threshold(10, 5, 5)
