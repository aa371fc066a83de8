"""Fixtures of the rules tests of Puerto Rico."""

import pytest

from tests.rules.puerto_rico.scenario import Scenario


@pytest.fixture
def scenario() -> Scenario:
    """Three seats, all boards empty."""
    return Scenario()
