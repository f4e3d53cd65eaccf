"""Where energy comes from and where it goes: the ledger, its entries, powers and impulses."""
