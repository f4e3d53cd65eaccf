"""In which order elements are summed, so that threads cannot meet and sums do not depend on how many there are.

Elements are cut into blocks of consecutive ones, and blocks are coloured so that two of one colour share no node (first
fit). Colours follow one another, the blocks of a colour may run at the same time, elements within a block run in their
order: every node then collects its contributions in the same order, whoever adds them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

BLOCK = 256  # elements: enough to be worth a thread's while, few enough to stay in its cache
PAIRS = 4096  # elements of two nodes, which take a few nanoseconds each


class Schedule(NamedTuple):
    """`blocks` (b, 2): first and last element of each, sorted by colour; `colours` (c + 1,): their ranges."""

    blocks: np.ndarray
    colours: np.ndarray


def make_schedule(nodes: np.ndarray, places: int) -> Schedule:
    """The schedule of elements with these nodes (n, k), numbers below `places`."""
    count, corners = nodes.shape
    block = PAIRS if corners == 2 else BLOCK
    firsts = np.arange(0, count, block)
    lasts = np.minimum(firsts + block, count)
    members = (
        np.ones(count * corners, dtype=np.int32),
        (np.arange(count * corners) // (corners * block), nodes.ravel()),
    )
    incidence = sp.csr_matrix(members, shape=(len(firsts), places))
    near = sp.csr_matrix(incidence @ incidence.T)
    colour = np.full(len(firsts), -1)
    for b in range(len(firsts)):
        taken = set(colour[near.indices[near.indptr[b] : near.indptr[b + 1]]].tolist())
        colour[b] = next(c for c in range(len(firsts)) if c not in taken)
    order = np.argsort(colour, kind="stable")
    ranges = np.searchsorted(colour[order], np.arange(colour.max(initial=-1) + 2))
    return Schedule(np.stack([firsts, lasts], axis=1)[order].astype(np.int64), ranges.astype(np.int64))
