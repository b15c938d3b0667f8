import numpy as np
from numpy.lib import recfunctions

kind = np.dtype([("name", "U5"), ("age", "i4"), ("mass", "f8", (2,))])
people = np.array([("ann", 30, (1, 2)), ("bob", 20, (3, 4)), ("cy", 25, (5, 6))], dtype=kind)
print(people, people.dtype, people["age"], people["mass"][:, 0].mean(), people[1], people[1]["age"])
people["age"] += 1
people["mass"][0] = np.array([7.0, 8.0])
people[2] = ("di", 1, np.zeros(2))
print(people["age"].tolist(), people[["name", "age"]], np.sort(people, order="age")["name"])
print(people[people["age"] > 20]["name"], np.argsort(people, order="name"), len(people))
people["age"][np.array([0, 2])] = np.array([5, 6])
print(people["age"], people.itemsize, people.nbytes, kind.names, kind.fields["age"])
record = people.view(np.recarray)
print(record.age, record[0].name, type(record).__name__, np.rec.array([(1, 2.0)], names="a,b").a)
print(np.rec.fromarrays([np.arange(2), np.ones(2)], names="i,f"), record.mass.sum())
flat = np.zeros(2, dtype="i4,f8")
flat["f0"] = np.arange(2)
flat["f1"] = flat["f0"] * 1.5
print(flat, flat == flat, flat["f1"].sum(), flat.tolist(), np.concatenate([flat, flat]).shape)
print(flat.view("u1").shape, np.array(flat.tolist(), dtype=flat.dtype) == flat, flat.dtype.descr)
raw = np.arange(4, dtype="i4").view([("x", "i4"), ("y", "i4")])
raw["x"][:] = 9
print(raw, raw.base, recfunctions.structured_to_unstructured(raw))
print(recfunctions.append_fields(flat, "g", np.array([1.0, 2.0]), usemask=False))
print(np.empty(0, kind), np.void(b"abc"), np.array([(1,)], [("a", "i8")])[0].item())
