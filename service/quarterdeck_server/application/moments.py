"""Moments: times as the log has them, as milliseconds, and in the days of time zones."""

import datetime as dt
from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from quarterdeck_rules.conduct.conduct import DAY
from quarterdeck_rules.conduct.terms import MINUTES, Correspondence

Clock = Callable[[], str]
"""Now, UTC, ISO 8601."""

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MILLISECOND = dt.timedelta(milliseconds=1)


def milliseconds(text: str) -> int:
    """A time of the log, UTC in ISO 8601, as milliseconds since 1970."""
    return (dt.datetime.fromisoformat(text) - _EPOCH) // _MILLISECOND


def text_of(moment: int) -> str:
    """Milliseconds since 1970 as the log writes a time."""
    return _written(_EPOCH + moment * _MILLISECOND)


def utc_now() -> str:
    """Now, as the log writes a time."""
    return _written(dt.datetime.now(dt.UTC))


def is_time_zone(name: str) -> bool:
    """Whether this machine knows a time zone of this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


class ZonedCalendar:
    """Days and windows by the clocks of a time zone, summer time included.

    An hour that the clocks pass over ends when it would have begun; of one that comes twice the first is meant.
    """

    def deadline(self, clock: Correspondence, at: int, span: int) -> int:
        """See `clocks.Calendar`."""
        zone = ZoneInfo(clock.time_zone)
        days, rest = divmod(span, DAY)
        local = (_EPOCH + at * _MILLISECOND).astimezone(zone)
        # Days are those of the calendar: the same time of day, also where the clocks are changed in between.
        day_after = local.replace(fold=0) + dt.timedelta(days=days)
        wanted = _moment(day_after) + rest
        return max(wanted, self._in_window(clock, zone, wanted))

    @staticmethod
    def _in_window(clock: Correspondence, zone: ZoneInfo, wanted: int) -> int:
        opens, closes = clock.opens % MINUTES, clock.closes
        if (closes - opens) % MINUTES == 0:
            return wanted
        local = (_EPOCH + wanted * _MILLISECOND).astimezone(zone)
        minute = local.hour * 60 + local.minute + (local.second + local.microsecond / 1e6) / 60
        length = (closes - opens) % MINUTES
        since = (minute - opens) % MINUTES
        if since <= length:
            return wanted
        # To the end of the window that comes next.
        midnight = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        opening = midnight + dt.timedelta(days=minute >= opens, minutes=opens)
        return _moment(opening + dt.timedelta(minutes=length))


def _written(time: dt.datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _moment(local: dt.datetime) -> int:
    return (local - _EPOCH) // _MILLISECOND
