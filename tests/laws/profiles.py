"""How many examples the laws are tried on: HYPOTHESIS_PROFILE is `default`, the same examples every time, or `nightly`.

A failure prints a `@reproduce_failure` line; with it above the test, the same history is played again.
"""

import os

from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "print_blob": True, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=60, derandomize=True, **PATIENT)
settings.register_profile("nightly", max_examples=3_000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

EXAMPLES = settings.default.max_examples
