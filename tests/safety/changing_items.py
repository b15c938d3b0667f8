# The items of lists that change while they are read, for the programs beside this file.


class Item:
    """A number that changes its list whenever it is asked for its value."""

    def __init__(self, items, value, change):
        self.items, self.value, self.change = items, value, change

    def changed(self):
        if self.change == "append" and len(self.items) < 40:
            self.items.append(0)
        elif self.change == "pop" and self.items:
            self.items.pop()
        elif self.change == "clear":
            self.items.clear()
        elif self.change == "replace":
            self.items.clear()
            self.items.extend(Item(self.items, self.value, self.change) for _ in range(100))
            del self.items[6:]
        return self.value

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.changed())

    def __float__(self):
        return float(self.changed())

    def __index__(self):
        return int(self.changed())

    def __bool__(self):
        return bool(self.changed())

    dtype = property(lambda self: np.dtype(("i4", "f8")[int(self.changed()) % 2]))


def changing(values, change):
    """A list of such items."""
    items = []
    items.extend(Item(items, value, change) for value in values)
    return items
