"""The referee service: it stores games as events and answers frontends, bots and viewers over gRPC."""
