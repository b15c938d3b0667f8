"""Guards of recorded work that are taken out in turn; `python -m tests.mutations` says more."""

from . import (callers, elements, elsewhere, evaluation, front, functions, groups, guards,
               meanwhile, overwriting, recording)

MUTATIONS = [*groups.GROUPING, *groups.ROWS, *evaluation.NODES, *evaluation.EVALUATION,
             *evaluation.PUBLISHING, *evaluation.SETTLING, *evaluation.PENDING,
             *evaluation.TURNS, *evaluation.RUNNING, *evaluation.REDUCING,
             *evaluation.DROPPED_BUFFERS, *evaluation.BUFFERS, *evaluation.OVERLAPS,
             *recording.RECORDS, *recording.REDUCTION_CALLS, *recording.MEMO, *front.STATE,
             *front.STARTING, *front.ARRAYS, *front.UFUNC_CALLS,
             *front.MASKED_CALLS, *front.ARRANGED_OUTPUTS, *callers.CALLERS, *elements.ELEMENTS,
             *guards.LAYOUT_GUARDS, *evaluation.HEADERS, *front.STOPPING, *callers.HANDLERS,
             *elsewhere.PARTS, *elsewhere.SELECTED, *elsewhere.REPORTED, *elsewhere.OBJECTS,
             *elsewhere.RULES, *callers.CLASSES, *functions.FUNCTIONS,
             *overwriting.OVERWRITING, *elsewhere.SITES, *meanwhile.MEANWHILE]
# Not in the record yet: they join the list with the next complete run.
NEW = [*evaluation.ALONE]
