"""The event store behind a small port; the only code that knows the event sourcing library."""
