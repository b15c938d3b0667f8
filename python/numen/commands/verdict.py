"""Whether runs with Numen did what those with NumPy did: exit codes, texts and files."""

from . import outputs
from .program_runs import comparable_error, described
from .working_folder import MOST_COMPARED, kind_of

MOST_SHOWN = 5


class Verdict:
    """Sentences about what Numen's runs did differently from NumPy's first, about what agrees but
    for rounding, and about what NumPy's runs do not agree on."""

    def __init__(self, numpys, numens, rule, store):
        self.rule, self.store, self.numpys, self.count = rule, store, numpys, len(numens)
        self.wrong, self.notes, self.left_out = [], [], []
        self.in_numbers, self.only_signs = False, True
        self.compare_codes(numens)
        self.compare_texts("what it prints", [each.out for each in numpys],
                           [each.out for each in numens])
        self.compare_texts("standard error", [comparable_error(each) for each in numpys],
                           [comparable_error(each) for each in numens])
        self.compare_files(numens)

    def wrong_in(self, found, name, text):
        """Takes in a difference that some of Numen's runs have."""
        some = f" (in {len(found)} of the runs with Numen)" if 0 < len(found) < self.count else ""
        self.wrong.append(f"{name}: {text}{some}")

    def compare_codes(self, numens):
        codes = [each.code for each in self.numpys]
        other = [each.code for each in numens if each.code not in codes]
        if other:
            self.only_signs = False
            self.wrong_in(other, "exit code", f"{described(codes[0])} with NumPy, "
                                              f"{described(other[0])} with Numen")
        elif len(set(codes)) > 1:
            self.left_out.append("exit code: " + ", ".join(sorted(map(described, set(codes)))))
        first, new = self.numpys[0].uncaught(), numens[0].uncaught()
        if not other and first and new and first != new and type_of(first) == type_of(new):
            self.notes.append(f"the exception's words differ: {first!r} with NumPy, {new!r} with "
                              "Numen")

    def compare_texts(self, name, firsts, news):
        first, *others = firsts
        found = [outputs.compared(first, new, self.rule, others) for new in dict.fromkeys(news)]
        counts = [news.count(new) for new in dict.fromkeys(news)]
        wrong = [(each, count) for each, count in zip(found, counts) if each.differs(self.rule)]
        if wrong:
            worst = max((each for each, _ in wrong), key=lambda each: each.worst)
            self.in_numbers |= worst.in_numbers
            self.only_signs &= all(each.signs for each, _ in wrong)
            self.wrong_in(range(sum(count for _, count in wrong)), name, worst.where
                          + (f"; {worst.places} lines differ" if worst.places > 1 else ""))
        self.take_notes(name, found)

    def take_notes(self, name, found):
        """What agrees, but not in every letter; what has been left out."""
        agreeing = [each for each in found if not each.differs(self.rule)]
        worst = max((each.worst for each in agreeing), default=0.0)
        if worst:
            self.notes.append(f"{name}: numbers agree to {worst:.1e}")
        for each in agreeing[:1]:
            if each.tiny:
                self.notes.append(f"{name}: rounding errors, below {self.rule.zero:g} both: "
                                  f"{each.tiny}")
            if each.respelled and not worst:
                self.notes.append(f"{name}: texts differ, numbers agree: {each.respelled}")
        left_out = list(dict.fromkeys(text for each in found for text in each.left_out))
        self.left_out += [f"{name}: {text}" for text in left_out[:MOST_SHOWN]]
        if len(left_out) > MOST_SHOWN:
            self.left_out.append(f"{name}: {len(left_out) - MOST_SHOWN} more")

    def compare_files(self, numens):
        """A file that some of NumPy's runs write and others do not is left out; so is one of
        Numen's where such a one has the same folder and suffix: names may be random."""
        names = [[set(each.files) for each in runs] for runs in (self.numpys, numens)]
        always, ever = set.intersection(*names[0]), set.union(*names[0])
        varying = sorted(ever - always)
        kinds = {kind_of(name) for name in varying}
        for name in sorted(always.union(*names[1]) - set(varying)):
            if name in always or kind_of(name) not in kinds:
                self.compare_file(name, numens)
        self.left_out += [f"{name}: not written by every run with NumPy"
                          for name in varying[:MOST_SHOWN]]
        if len(varying) > MOST_SHOWN:
            self.left_out.append(f"{len(varying) - MOST_SHOWN} more files")

    def compare_file(self, name, numens):
        """One that all of NumPy's runs write, or none."""
        by_numpy = name in self.numpys[0].files
        missing = [each for each in numens if (name in each.files) != by_numpy]
        if missing:
            self.only_signs = False
            self.wrong_in(missing, name, f"written by {'NumPy' if by_numpy else 'Numen'} only")
            return
        digests = [[each.files[name] for each in runs] for runs in (self.numpys, numens)]
        removed = [[digest is None for digest in found] for found in digests]
        if len({*removed[0], *removed[1]}) > 1:
            self.only_signs = False
            by = "NumPy" if removed[0][0] else "Numen"
            self.wrong_in((), name, f"removed by {by}, written by the other")
        elif not removed[0][0] and len({*digests[0], *digests[1]}) > 1:
            self.compare_contents(name, *digests)

    def compare_contents(self, name, firsts, news):
        if all(map(self.store.has, {*firsts, *news})):
            self.compare_texts(name, *([self.store.read(digest) for digest in found]
                                       for found in (firsts, news)))
        elif len(set(firsts)) > 1:
            self.left_out.append(f"{name}: the whole file")
        else:
            self.only_signs = False
            self.wrong_in([each for each in news if each != firsts[0]], name,
                          f"more than the {MOST_COMPARED >> 20} MiB that are read: other bytes")


def type_of(line):
    return line.partition(":")[0]
