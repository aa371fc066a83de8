"""Generated from the protos of quarterdeck.v1."""
