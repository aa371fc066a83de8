"""Fixtures of the rules tests."""

import pytest

from tests.rules.cooper_island.scenario import Scenario


@pytest.fixture
def scenario() -> Scenario:
    """Two seats, all boards empty."""
    return Scenario()
