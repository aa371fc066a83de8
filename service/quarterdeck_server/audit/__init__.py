"""The audit: what is signed and given away of the book, and taken in again."""
