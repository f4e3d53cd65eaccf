"""What holds together, and what comes apart while it runs: cuts, tears, fibres that break, pieces."""
