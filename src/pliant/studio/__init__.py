"""The studio: scenes that run live in a browser, to be pulled, pinned and changed.

`messages` and `frames` are what the page and the server say to each other. A simulation with its hands is a
`session`; the `engine` runs it in a process of its own and keeps a tape of it (`takes`); the `server` stands between
the engine and the tabs of a browser.
"""
