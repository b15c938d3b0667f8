# The calls of changing_lists.py with lists that their own items change while they are converted:
# what a thread does now and then, at every item. NumPy itself dies of some of them.


class Item:
    """A number that adds to, shortens or empties its list whenever it is asked for its value."""

    def __init__(self, items, value, change):
        self.items, self.value, self.change = items, value, change

    def changed(self):
        if self.change == "append" and len(self.items) < 40:
            self.items.append(0)
        elif self.change == "pop" and self.items:
            self.items.pop()
        elif self.change == "clear":
            self.items.clear()
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.changed())

    def __float__(self):
        return float(self.changed())

    def __index__(self):
        return self.changed()


CHANGES = ("append", "pop", "clear")
VALUES = ([0], [1, 0], [0, 1, 2], [1, 2, 1, 3, 1, 0])


def outcome(call, values, change):
    items = []
    items.extend(Item(items, value, change) for value in values)
    try:
        call(items)
    except EXPECTED:
        pass


for name, call in {**SEQUENCES, **INDEXES}.items():
    for change in CHANGES:
        for values in VALUES:
            print(name, change, values, flush=True)
            outcome(call, values, change)
print("done", flush=True)
