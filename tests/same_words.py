"""Lines that are rightly the same in a language as in English: names, and words that both have."""

SAME: dict[str, set[str]] = {
    "de": {"Cooper Island", "Puerto Rico"},
    "pl": {"Cooper Island", "Puerto Rico", "{number} min", "{number} s"},
    "pt": {"Cooper Island", "Puerto Rico", "{number} h", "{number} min", "{number} s"},
}
