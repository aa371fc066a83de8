"""How much tests of random games do: a profile, `PLAYOUT_PROFILE`: check, test or soak."""

import os

PROFILE = os.environ.get("PLAYOUT_PROFILE", "test")
