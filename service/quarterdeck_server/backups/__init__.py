"""Backups of a data folder: made while its server runs, and put back into the folder of one that is stopped."""
