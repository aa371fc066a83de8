"""Pure rules of board games: what may be done, what then happens, who may see it. No clock and no chance of its own."""
