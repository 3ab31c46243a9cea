"""What every game must keep to when the service plays it."""

import random

from tests.conformance.base import Suite


class ServiceSuite(Suite):
    def rule_undo_takes_back_and_redo_brings_back(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        chance = random.Random(number)
        states = [caller.position(game)]
        for _ in range(self.moves):
            caller.play(game, chance.randrange(1 << 30), 1)
            if caller.get(f"/games/{game}")["game"]["over"]:
                last = caller.refused("POST", f"/games/{game}/fork", {})["nearest"][0]
                game = caller.post(f"/games/{game}/fork", at=int(last))["id"]
                break
            states.append(caller.position(game))
        steps = min(len(states) - 1, 5)
        for step in range(1, steps + 1):
            caller.post(f"/games/{game}/undo")
            assert caller.position(game) == states[-1 - step]
        for step in range(steps - 1, -1, -1):
            caller.post(f"/games/{game}/redo")
            assert caller.position(game) == states[-1 - step]
        assert caller.get(f"/games/{game}/verify")["ok"]

    def rule_undoing_does_not_draw_again(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, 1 + number % self.moves)
        legal = caller.get(f"/games/{game}/legal")["commands"]
        if not legal:
            return
        line = random.Random(number).choice(legal)["text"]
        first = [event["data"] for event in caller.do(game, line)["events"]]
        if caller.get(f"/games/{game}")["game"]["over"]:
            return
        caller.post(f"/games/{game}/undo")
        assert [event["data"] for event in caller.do(game, line)["events"]] == first

    def rule_every_step_can_be_looked_at(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, self.moves)
        last = caller.get(f"/games/{game}")["seq"]
        for step in (1, last // 3 or 1, last // 2 or 1, last):
            assert caller.get(f"/games/{game}", at=step)["at"] == step
            caller.get(f"/games/{game}/legal", at=step)
        ends = caller.get(f"/games/{game}/diff", from_=1, to=last)
        assert ends["changes"]
        path = ends["changes"][-1]["path"]
        traced = caller.get(f"/games/{game}/trace", path=path)
        assert traced["value"] == ends["changes"][-1]["after"]
        caller.get(f"/games/{game}/story")

    def rule_the_record_gives_the_same_facts_back(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, 3)
        caller.post(f"/games/{game}/undo")
        caller.play(game, number)
        record = caller.text(f"/games/{game}/export")
        copy = caller.post("/import", text=record)["id"]
        assert caller.facts(copy) == caller.facts(game)
        assert caller.position(copy) == caller.position(game)
        again = caller.text(f"/games/{copy}/export")
        assert _undated(again) == _undated(record)
        assert caller.get(f"/games/{copy}/verify")["ok"]

    def rule_the_events_give_the_same_log_back(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, 3)
        caller.post(f"/games/{game}/undo")
        caller.play(game, number)
        copy = caller.post("/import", text=caller.text(f"/games/{game}/export", format="events"))
        assert caller.facts(copy["id"], all=1) == caller.facts(game, all=1)
        assert caller.position(copy["id"]) == caller.position(game)

    def rule_a_running_game_can_be_carried_over(self, seats: int, number: int) -> None:
        caller, game = self.table(seats, options=self.openly)
        caller.play(game, number, self.moves)
        if caller.get(f"/games/{game}")["game"]["over"]:
            return
        for kind in ("notation", "events"):
            text = caller.text(f"/games/{game}/export", format=kind)
            copy = caller.post("/import", text=text)["id"]
            assert caller.facts(copy)[-1][0] == "GameForked"
            assert caller.facts(copy)[:-1] == caller.facts(game)
            assert caller.position(copy) == caller.position(game)
            caller.play(copy, number)
            report = caller.get(f"/games/{copy}/verify")
            assert report["ok"], report

    def rule_a_fork_begins_as_the_game_stood(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, self.moves)
        events = caller.get(f"/games/{game}/events")["events"]
        over = caller.get(f"/games/{game}")["game"]["over"]
        ends = [e["cause"] - 1 for e in events if e["cause"] == e["seq"] > 1]
        at = ends[number % len(ends)]
        fork = caller.post(f"/games/{game}/fork", at=at)
        assert fork["forked_from"] == {"game": game, "at": at}
        assert caller.position(fork["id"]) == caller.position(game, at=at)
        caller.play(fork["id"], number)
        assert caller.get(f"/games/{fork['id']}/verify")["ok"]
        assert caller.get(f"/games/{game}")["game"]["over"] == over

    def rule_a_finished_game_is_proved(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number)
        report = caller.get(f"/games/{game}/verify")
        assert report["ok"], report
        assert report["proved"] == report["draws"]

    def rule_a_dry_run_changes_nothing(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, number % self.moves)
        before = caller.get(f"/games/{game}/events", all=1), caller.position(game)
        for choice in caller.get(f"/games/{game}/legal")["commands"][:20]:
            caller.do(game, choice["text"], dry_run=True)
        assert (caller.get(f"/games/{game}/events", all=1), caller.position(game)) == before

    def rule_a_batch_is_played_whole_or_not_at_all(self, seats: int, number: int) -> None:
        caller, game = self.table(seats)
        caller.play(game, number, number % self.moves)
        legal = caller.get(f"/games/{game}/legal")["commands"]
        if not legal:
            return
        before = caller.get(f"/games/{game}/events", all=1)
        first = random.Random(number).choice(legal)["text"]
        body = {"commands": f"{first}; no such command"}
        problem = caller.refused("POST", f"/games/{game}/commands", body)
        assert problem["index"] == 1
        assert caller.get(f"/games/{game}/events", all=1) == before


def _undated(record: str) -> str:
    return "\n".join(line for line in record.splitlines() if not line.startswith("[Date "))
