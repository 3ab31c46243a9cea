"""Threads that answer for an event loop."""

import asyncio
import gc
import threading
from collections.abc import Callable
from contextvars import ContextVar

import pytest

from server.workers import Workers
from tests.events.patience import soon

who: ContextVar[str] = ContextVar("who", default="nobody")


def test_work_is_done_in_a_thread_in_the_context_of_who_asks() -> None:
    async def asked(workers: Workers, name: str) -> tuple[str, bool]:
        who.set(name)
        return await workers.do(lambda: (who.get(), threading.current_thread().daemon))

    async def both() -> list[tuple[str, bool]]:
        workers = Workers(2)
        return [*await asyncio.gather(asked(workers, "ana"), asked(workers, "rita"))]

    assert asyncio.run(both()) == [("ana", True), ("rita", True)]


def test_an_error_comes_back_and_the_thread_goes_on() -> None:
    async def three() -> list[int]:
        workers = Workers(1)
        with pytest.raises(ZeroDivisionError):
            await workers.do(lambda: 1 // 0)
        with pytest.raises(SystemExit):
            await workers.do(lambda: exit_with(3))
        return [await workers.do(threading.get_ident) for _ in range(2)]

    first, second = asyncio.run(three())
    assert first == second


def exit_with(code: int) -> None:
    raise SystemExit(code)


def test_a_thread_is_started_only_where_all_others_are_at_work() -> None:
    async def names(*work: Callable[[], str]) -> list[str]:
        return [*await asyncio.gather(*(workers.do(each) for each in work))]

    workers = Workers(3, "test")
    meeting = threading.Barrier(3)

    def name() -> str:
        return threading.current_thread().name

    def meet() -> str:
        meeting.wait()
        return name()

    async def asked() -> tuple[set[str], set[str], set[str]]:
        alone = {(await names(name))[0] for _ in range(3)}
        return alone, set(await names(meet, meet, meet)), set(await names(*[name] * 9))

    alone, together, many = asyncio.run(asked())
    assert len(alone) == 1
    assert len(together) == 3
    assert many <= together
    assert workers.busy == 0


def test_where_no_thread_can_be_started_that_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def asked() -> list[str]:
        workers = Workers(2)
        with monkeypatch.context() as none_left:
            none_left.setattr(threading.Thread, "start", cannot_start)
            with pytest.raises(RuntimeError, match="can't start"):
                await workers.do(lambda: "never")
        first = await workers.do(lambda: "first")
        go_on = threading.Event()
        with monkeypatch.context() as none_left:
            none_left.setattr(threading.Thread, "start", cannot_start)
            both = asyncio.gather(workers.do(go_on.wait), workers.do(lambda: "second"))
            await asyncio.sleep(0)
            go_on.set()
            return [first, *map(str, await both)]

    assert asyncio.run(asked()) == ["first", "True", "second"]


def cannot_start(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_work_that_ends_as_an_iterator_does_is_an_error_too() -> None:
    async def asked() -> None:
        await Workers(1).do(lambda: next(iter(())))

    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(asked())


def test_who_gives_up_waiting_disturbs_nobody() -> None:
    async def left() -> str:
        workers, go_on = Workers(1), threading.Event()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await workers.do(go_on.wait)
        go_on.set()
        return await workers.do(lambda: "still here")

    assert asyncio.run(left()) == "still here"


def test_a_loop_that_was_closed_is_not_waited_for() -> None:
    workers, go_on = Workers(1), threading.Event()

    async def left() -> None:
        asyncio.create_task(workers.do(go_on.wait))  # noqa: RUF006 (nobody waits for it)
        await asyncio.sleep(0)

    asyncio.run(left())
    go_on.set()

    assert asyncio.run(workers.do(lambda: "another loop")) == "another loop"


def test_threads_end_when_nobody_has_the_workers_any_more() -> None:
    def alive() -> list[str]:
        return [thread.name for thread in threading.enumerate() if thread.name[:6] == "leaves"]

    workers = Workers(2, "leaves")
    asyncio.run(workers.do(lambda: None))
    assert alive()

    del workers
    gc.collect()

    assert soon(lambda: not alive())
