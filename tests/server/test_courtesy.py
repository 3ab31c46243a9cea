"""What can wait gives way to requests, but does not wait for ever."""

import asyncio

from server.courtesy import AT_ONCE, Courtesy, Crier
from tests.events.patience import LONG


class Patient(Courtesy):
    """Gives way for as long as it takes, but not any longer."""

    def __init__(self) -> None:
        super().__init__(quiet=0)

    async def give_way(self, at_most: float) -> None:
        await super().give_way(LONG)


async def sleepers(count: int) -> list["asyncio.Future[None]"]:
    return [asyncio.get_running_loop().create_future() for _ in range(count)]


def test_the_crier_wakes_all_who_wait_and_then_others() -> None:
    async def wake() -> None:
        crier = Crier(Courtesy())
        for _ in range(2):
            waiting = await sleepers(3 * AT_ONCE + 1)
            waiting[5].cancel()
            crier.wake(waiting)
            await asyncio.wait(waiting, timeout=LONG)
            assert all(future.done() for future in waiting)

    asyncio.run(wake())


def test_requests_go_first() -> None:
    """Whoever is woken makes a request; nobody else is woken before it is answered."""

    async def wake() -> None:
        courtesy, waiting = Patient(), await sleepers(3 * AT_ONCE)
        seen = []

        async def request() -> None:
            await waiting[0]
            with courtesy:
                for _ in range(3):
                    await asyncio.sleep(0)
                seen.append(sum(future.done() for future in waiting))

        asked = asyncio.create_task(request())
        crier = Crier(courtesy)
        await asyncio.sleep(0)
        crier.wake(waiting)
        await asyncio.wait(waiting, timeout=LONG)
        await asked
        assert seen == [AT_ONCE]

    asyncio.run(wake())


def test_without_a_pause_between_requests_everybody_is_woken_all_the_same() -> None:
    async def wake() -> None:
        courtesy, waiting = Courtesy(), await sleepers(3 * AT_ONCE)
        with courtesy:
            Crier(courtesy).wake(waiting)
            await asyncio.wait(waiting, timeout=LONG)
        assert all(future.done() for future in waiting)

    asyncio.run(wake())


def test_giving_way_ends_with_the_last_request() -> None:
    async def give_way() -> None:
        courtesy = Courtesy()
        with courtesy:
            with courtesy:
                waiting = asyncio.create_task(courtesy.give_way(LONG))
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
            assert not waiting.done()
        async with asyncio.timeout(LONG / 2):
            await waiting

    asyncio.run(give_way())


def test_who_asks_again_soon_is_given_way_to_in_between() -> None:
    async def give_way() -> None:
        courtesy = Courtesy(quiet=LONG)
        with courtesy:
            pass
        waiting = asyncio.create_task(courtesy.give_way(LONG))
        await asyncio.sleep(0.02)
        assert not waiting.done()
        waiting.cancel()

    asyncio.run(give_way())


def test_nobody_waits_where_nobody_asks() -> None:
    async def give_way() -> None:
        async with asyncio.timeout(LONG / 2):
            await Courtesy(quiet=LONG).give_way(LONG)

    asyncio.run(give_way())
