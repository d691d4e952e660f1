"""How many examples the laws are tried on: HYPOTHESIS_PROFILE is `default`, the same examples every time, or `nightly`.

A failure prints the smallest history that shows it and a `@reproduce_failure` line; with it above the test, or above
`Lived` for the state machine, the same history is played again. The histories of the state machine follow from SEED:
those of a night are others every night, and LAWS_SEED, set to what a failed run printed, gives them again.
"""

import os
import random

from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "print_blob": True, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=60, derandomize=True, **PATIENT)
settings.register_profile("nightly", max_examples=3_000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

EXAMPLES = settings.default.max_examples

SEED = int(os.environ.get("LAWS_SEED", 1 if settings.default.derandomize else random.getrandbits(32)))
