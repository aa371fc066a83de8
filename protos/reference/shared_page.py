"""The page of what all titles share: services with their calls, errors, and the messages that calls have in common."""

from protos.reference.codes import shared_refusals_section
from protos.reference.description import Description, Method, Service, package_of
from protos.reference.errors import error_rows
from protos.reference.markdown import Writer, page, short, table

NOTICE = "<!-- Written by `make protos` from the comments of the protos. Change those, not this page. -->"

INTRODUCTION = """# The API

gRPC services: [TitleService](#titleservice) says what can be played, [GameService](#gameservice) plays it,
[RefereeService](#refereeservice) has undo, agreements and leaving, [DirectorService](#directorservice) what directors
decide, [ReplayService](#replayservice) plays games again, and has others
go on from them. The server answers gRPC's health checks as well, and [reflection](https://grpc.io/docs/guides/reflection/)
unless its operator has turned that off. From Python the [client](../clients/python/README.md) makes every call and adds
retries, typed errors and watches that reconnect.

* **Who calls** is told by the metadata `authorization: Bearer TOKEN`. Without a token everything can be read that a
  spectator may see.
* **Words** come in the language that the metadata `accept-language` asks for.
* **Lists** come in pages: send `next_page_token` back as `page_token`, with the rest of the request as it was, until it
  is empty.
* **Enums** may grow: a client passes over a number that it does not know. The number 0 says nothing, and no move is
  understood that has it."""

TITLES = """## Titles

Where a title has something of its own to say, a message holds a `oneof` over the titles' messages. Each title has a
page with its moves, decisions, events, refusals, position and score:"""

ERRORS = """## Errors

A call that fails has a status code, and as details `google.rpc.ErrorInfo` (domain `quarterdeck`, the reason, and as
metadata the facts that decided it, `revision`, `rule` and `retry` where they apply) and `google.rpc.LocalizedMessage`
with the words for a person. Programs go by the reason."""


def shared_page(description: Description, writer: Writer, package: str) -> str:
    """The page of the package that all titles share."""
    services = [one for name, one in description.services.items() if package_of(name) == package]
    in_calls = {name for service in services for one in service.methods for name in (one.request, one.response)}
    names = (*description.messages, *description.enums)
    common = [name for name in names if package_of(name) == package and name not in in_calls]
    links = [f"* [{title_words(one)}]({writer.address(writer.pages[one])})" for one in writer.titles]
    return page(
        NOTICE,
        INTRODUCTION,
        page(TITLES, "\n".join(links)),
        *(service_section(service, writer) for service in sorted(services, key=lambda one: one.name, reverse=True)),
        page(ERRORS, table(("reason", "status code", "what happened", "may a retry help"), error_rows())),
        shared_refusals_section(),
        "## Messages that calls share" if common else "",
        *(writer.element(name) for name in common),
    )


def service_section(service: Service, writer: Writer) -> str:
    """A service: what it is for, a list of its calls, and each call with its request and response."""
    rows = [(writer.heading_link(one.name), one.comment) for one in service.methods]
    calls = (call_section(one, writer) for one in service.methods)
    return page(f"## {short(service.name)}", service.comment, table(("call", "what it does"), rows), *calls)


def call_section(method: Method, writer: Writer) -> str:
    """A call with the fields of its request and response."""
    answer = "Answered by a stream of responses." if method.is_stream else ""
    asked, answered = (writer.message(name, level=4) for name in (method.request, method.response))
    return page(f"### {method.name}", method.comment, answer, asked, answered)


def title_words(package: str) -> str:
    """The name of a title for people, from its package."""
    return package.split(".")[1].replace("_", " ").title()
