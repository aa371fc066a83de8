"""Generated from the protos of quarterdeck.cooper_island."""
