"""From the description of a call to a method that makes it, once for all kinds of clients.

A class of calls is written once and mixed with `Blocking` or `Awaiting`. Which of them an object
is decides, for the reader of types as at run time, whether a method returns or is awaited.
"""

from collections.abc import Callable, Coroutine
from functools import partial, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from herdbook.call import Call
from herdbook.transport import AsyncTransport, Transport

P = ParamSpec("P")
T = TypeVar("T")


class Blocking:
    """Makes calls and returns their answers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def send(self, call: Call[T]) -> T:
        """Make a call."""
        return self._transport.send(call)


class Awaiting:
    """Makes calls whose answers are awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def send(self, call: Call[T]) -> T:
        """Make a call."""
        return await self._transport.send(call)


class endpoint(Generic[P, T]):  # noqa: N801 - a decorator, like `property`
    """Turns a method that describes a call into one that makes it."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self._describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, caller: None, owner: type[object]) -> Self: ...
    @overload
    def __get__(self, caller: Blocking, owner: type[object]) -> Callable[P, T]: ...
    @overload
    def __get__(
        self, caller: Awaiting, owner: type[object]
    ) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, caller: Blocking | Awaiting | None, owner: type[object]) -> Any:
        """Bind to whoever makes the call."""
        if caller is None:
            return self
        return update_wrapper(partial(self._make, caller), self._describe)

    def _make(
        self, caller: Blocking | Awaiting, /, *args: P.args, **kwargs: P.kwargs
    ) -> T | Coroutine[Any, Any, T]:
        return caller.send(self._describe(caller, *args, **kwargs))
