# The calls of changing_lists.py with lists that their own items change while they are converted:
# what a thread does now and then, at every item. NumPy itself dies of some of them.
# Follows changing_items.py.

CHANGES = ("append", "pop", "clear")
VALUES = ([0], [1, 0], [0, 1, 2], [1, 2, 1, 3, 1, 0])


def outcome(call, values, change):
    try:
        call(changing(values, change))
    except EXPECTED:
        pass


for name, call in {**SEQUENCES, **INDEXES}.items():
    for change in CHANGES:
        for values in VALUES:
            print(name, change, values, flush=True)
            outcome(call, values, change)
print("done", flush=True)
