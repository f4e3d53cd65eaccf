"""The same scene many times, with parameters varied: on processes, or on a Dask cluster."""
