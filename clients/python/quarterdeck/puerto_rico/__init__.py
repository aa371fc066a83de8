"""Generated from the protos of quarterdeck.puerto_rico."""
