"""What holds for all tests: none hangs on the clock, and games are played by machine code, on a new machine too."""

from hypothesis import HealthCheck, settings

from motherlode.core.ruleset import Changeover, change_over_by, compiled

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
change_over_by(Changeover(compiled, compiled))
