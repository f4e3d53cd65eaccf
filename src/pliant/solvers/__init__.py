"""Linear solvers and what they solve."""
