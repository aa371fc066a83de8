"""The gate: what every call goes through.  It knows the caller, keeps the limits, and answers with the error table."""

import asyncio
import secrets
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, nullcontext
from contextvars import ContextVar
from typing import Any, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError, Message

from quarterdeck_server.api import shares
from quarterdeck_server.api.languages import ask_for
from quarterdeck_server.api.metrics import Metrics
from quarterdeck_server.api.sentry import Sentry
from quarterdeck_server.api.shares import Shares
from quarterdeck_server.api.status import CODES, status_of
from quarterdeck_server.api.tokens import Tokens, Verified
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.rejection import Kind, Rejection, invalid, try_again

Handler: TypeAlias = Any  # grpc.RpcMethodHandler, which is generic for type checkers alone
Explain = Callable[[Rejection], Sequence[Message]]
"""Makes the details of an error that are for people, or say how a game stands."""

_OK, _CANCELLED = grpc.StatusCode.OK.name, grpc.StatusCode.CANCELLED.name
_OURS = "/quarterdeck."
_BEARER = "bearer "
_CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)
_LOG = structlog.get_logger("quarterdeck.api")


def current_caller() -> Caller | None:
    """Who makes the call that is being answered; nothing for a call without a token."""
    return _CALLER.get()


def needed_caller() -> Caller:
    """Who makes the call that is being answered; Rejection TOKEN_MISSING."""
    caller = _CALLER.get()
    if caller is None:
        raise Rejection(Kind.TOKEN_MISSING)
    return caller


class Gate(grpc.aio.ServerInterceptor):
    """Wraps each method of ours once."""

    def __init__(
        self,
        tokens: Tokens,
        sentry: Sentry,
        shares_of_callers: Shares,
        explain: Explain,
        most_calls: int,
        metrics: Metrics,
    ) -> None:
        """At most so many unary calls run at once; streams are counted by the hub, and every caller has a share."""
        self._metrics = metrics
        self._tokens = tokens
        self._sentry = sentry
        self._shares = shares_of_callers
        self._explain = explain
        self._most_calls = most_calls
        self._calls = 0
        self._is_closing = False
        self._handlers: dict[str, Handler] = {}

    def close(self) -> None:
        """Let no more calls in."""
        self._is_closing = True

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        method = str(handler_call_details.method)
        known = self._handlers.get(method)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None or not method.startswith(_OURS):
            return handler
        wrapped = self._handlers[method] = self._wrapped(method, handler)
        return wrapped

    def _wrapped(self, method: str, handler: Any) -> Handler:
        """The handler behind the gate.  It gets bytes, so that an unreadable request is answered like any other."""
        parse, count = handler.request_deserializer, self._metrics.method(method).count
        if handler.response_streaming:

            async def stream(raw: bytes, context: Any) -> AsyncIterator[Any]:
                try:
                    verified = await self._enter(context)
                    listening = self._sentry.listening(verified) if verified is not None else nullcontext()
                    with self._shares.stream(_caller_of(verified, context)), listening as lease:
                        async with aclosing(handler.unary_stream(_parsed(parse, raw), context)) as messages:
                            async for message in messages:
                                if lease is not None:
                                    lease.check()
                                yield message
                    count(_OK)
                except (asyncio.CancelledError, GeneratorExit):
                    count(_CANCELLED)
                    raise
                except Exception as error:  # noqa: BLE001  (answered by the error table)
                    await self._abort(method, error, context, count)

            return grpc.unary_stream_rpc_method_handler(stream, response_serializer=_serialised)

        async def unary(raw: bytes, context: Any) -> Any:
            self._calls += 1
            try:
                if self._calls > self._most_calls:
                    raise Rejection(Kind.RATE_LIMITED, retry_after=1.0, details=(("calls", str(self._most_calls)),))
                await self._enter(context)
                answer = await handler.unary_unary(_parsed(parse, raw), context)
                count(_OK)
                return answer
            except asyncio.CancelledError:
                count(_CANCELLED)
                raise
            except Exception as error:  # noqa: BLE001  (answered by the error table)
                await self._abort(method, error, context, count)
            finally:
                self._calls -= 1

        return grpc.unary_unary_rpc_method_handler(unary, response_serializer=_serialised)

    async def _enter(self, context: Any) -> Verified | None:
        """Let a call in, and know its caller; nothing for a call without a token."""
        if self._is_closing:
            raise try_again()
        authorization = None
        for key, value in context.invocation_metadata() or ():
            if key == "authorization":
                authorization = str(value)
            elif key == "accept-language":
                ask_for(str(value))
        verified = await self._counted(authorization, context)
        _CALLER.set(verified.caller if verified is not None else None)
        return verified

    async def _counted(self, authorization: str | None, context: Any) -> Verified | None:
        """Who calls, with the call counted, also that of a token that is refused: to find that out costs most."""
        token = _token_of(authorization) if authorization is not None else None
        verified = self._tokens.known(token) if token is not None else None
        if verified is None:
            self._shares.take_call(_caller_of(None, context))
            verified = await self._tokens.verify(token) if token is not None else None
        if verified is not None:
            self._shares.take_call(_caller_of(verified, context))
        return verified

    async def _abort(self, method: str, error: Exception, context: Any, count: Callable[[str], None]) -> None:
        if isinstance(error, grpc.aio.AbortError):
            raise error
        rejection = error if isinstance(error, Rejection) else _fault(method, error)
        caller, code = _CALLER.get(), CODES[rejection.kind].name
        count(code)
        self._metrics.refused(rejection.reason)
        _LOG.info(
            "rejected",
            method=method,
            code=code,
            reason=rejection.reason,
            player=caller.player if caller is not None else None,
        )
        await context.abort_with_status(status_of(rejection, *self._explain(rejection)))


def _token_of(authorization: str) -> str:
    if not authorization.lower().startswith(_BEARER):
        raise Rejection(Kind.TOKEN_INVALID, details=(("problem", "authorization is not `Bearer` and a token"),))
    return authorization[len(_BEARER) :].strip()


def _caller_of(verified: Verified | None, context: Any) -> str:
    return shares.player(verified.caller.player) if verified is not None else shares.peer(context.peer())


def _parsed(parse: Callable[[bytes], Message], raw: bytes) -> Message:
    try:
        return parse(raw)
    except (DecodeError, ValueError):
        raise invalid("", "the request is no message of this method") from None


def _serialised(answer: Message | bytes) -> bytes:
    return answer if isinstance(answer, bytes) else answer.SerializeToString()


def _fault(method: str, error: Exception) -> Rejection:
    """A fault of ours: the log has where it happened, under an id that the caller is told.

    The error's own text stays out of both: it may quote a seed or a hidden card.
    """
    fault = secrets.token_hex(8)
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    _LOG.error("fault", fault=fault, method=method, error=type(error).__name__, frames=frames)
    return Rejection(Kind.INTERNAL_FAULT, details=(("fault", fault),))
