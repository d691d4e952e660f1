"""Property tests try the same examples every time; HYPOTHESIS_PROFILE=nightly tries many others."""

import os

from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "print_blob": True, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=100, derandomize=True, **PATIENT)
settings.register_profile("nightly", max_examples=3_000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
