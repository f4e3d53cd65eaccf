"""Who does the runs of a sweep, and draws the pictures of a film: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from pliant.errors import MissingExtraError, PliantError
from pliant.sweeps.work import Result, run

_TRIES = 3  # of a run whose process has died: memory may have been short


def on_processes(
    tasks: Sequence[Any], workers: int | None, work: Callable[[Any], Result] = run
) -> Iterator[Result]:
    """Results of `work` as they come; what dies with its process is tried again. A task has a `number`."""
    count = min(workers or os.cpu_count() or 1, len(tasks))
    left, tries = {task.number: task for task in tasks}, dict.fromkeys((task.number for task in tasks), 0)
    while left:
        pool, broken = ProcessPoolExecutor(count, mp_context=get_context("spawn")), False
        try:
            futures: list[Future[Result]] = [pool.submit(work, task) for task in left.values()]
            for future in as_completed(futures):
                try:
                    result = future.result()
                except BrokenProcessPool:
                    broken = True
                    continue
                del left[result.number]
                yield result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        for number in list(left)[:count] if broken else ():  # runs are begun in this order
            tries[number] += 1
            if tries[number] == _TRIES:
                del left[number]
                yield Result(number, f"its process has died {_TRIES} times: not enough memory?", 0.0)


def on_dask(tasks: Sequence[Any], scheduler: Any, work: Callable[[Any], Result] = run) -> Iterator[Result]:
    """The same on a cluster: `scheduler` is its address, or a Client. What its workers lose they do again."""
    try:
        from distributed import Client
        from distributed import as_completed as completed
    except Exception as error:
        raise MissingExtraError("Work on a Dask cluster", "dask", error) from error
    given = isinstance(scheduler, Client)
    try:
        client = scheduler if given else Client(str(scheduler), timeout="10s")
    except (OSError, ValueError) as error:
        raise PliantError(f"no Dask scheduler at {scheduler!r}: {error}") from None
    try:
        futures = {client.submit(work, task, pure=False): task for task in tasks}
        for future in completed(list(futures)):
            problem = future.exception()
            yield Result(futures[future].number, f"{problem}", 0.0) if problem else future.result()
            future.release()
    finally:
        if not given:
            client.close()
