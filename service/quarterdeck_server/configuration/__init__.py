"""Configuration: `settings` says what can be set, `sources` where a setting comes from, `problems` what is wrong."""
