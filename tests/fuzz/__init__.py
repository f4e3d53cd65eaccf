"""Seeded fuzzers: damaged input gives a result or a `PliantError`, in bounded time and memory.

``python -m tests.fuzz --cases 500 --seed 1 --only scenes,runs`` runs them; `test_fuzz.py` is the short run of the
gate and ``make fuzz`` the long one. To add one, write a module here with ``FUZZER = Fuzzer(...)`` and put its
name into `fuzzer.MODULES`.
"""
