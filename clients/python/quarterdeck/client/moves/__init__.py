"""Builders of moves, a package for each title.

    from quarterdeck.client.moves import cooper_island, puerto_rico

    desk.submit(game_id, decision_id, cooper_island.place_worker(cooper_island.Worker.NORMAL, "C"))
    desk.submit(game_id, decision_id, puerto_rico.take_role("builder"))

A builder gives a `Move` as the service takes it, or raises ArgumentInvalid with the name of the field that is wrong.
"""
