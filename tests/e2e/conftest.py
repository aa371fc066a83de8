"""What end-to-end tests share."""

import pytest

from tests.serving import serving


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path, heartbeat_seconds=0.2, drain_seconds=2.0) as served:
        yield served
