"""Village, as people look at it: board, farms, chronicle, and whose turn it is."""
