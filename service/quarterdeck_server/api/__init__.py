"""The gRPC border: servicers, interceptors, conversion between messages and domain values, the one error table."""
