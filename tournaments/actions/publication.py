"""Drafts become rounds that everybody sees; what is published changes only for a reason."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from pairing.boards import because
from pairing.legality import HIMSELF, MISSING, STRANGER, TWICE
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments import pairings, queries, schedule
from tournaments.actions.drafts import (
    BY_HAND,
    CHANGED,
    NO_DRAFT,
    NOT_THERE,
    WITHOUT_EFFECT,
    facts,
    has_moved,
    seats,
    unchanged,
)
from tournaments.actions.entry import REASON
from tournaments.actions.writing import Actor, record, writing
from tournaments.models import Claim, Draft, Event, Game, Player, Result, Round

SEATS = (HIMSELF, TWICE, STRANGER, MISSING)
UNSEATED = sentence("draft-seats", gettext_noop("The draft does not fit who is here: draw again or swap."))
HAS_BEGUN = sentence("round-has-begun", gettext_noop("Round {round} has started: exchange players on its open boards."))
HAS_RESULTS = sentence("round-has-results", gettext_noop("Round {round} has results already."))
NOT_LAST = sentence("round-not-last", gettext_noop("Only the round published last can be taken back."))
NOT_OPEN = sentence("board-not-open", gettext_noop("A board with a result stays as it is."))


def publish(event: Event, revisions: dict[int, int], by: Actor, reason: str = "") -> list[Round]:
    """Publish the drafts that the arbiter saw, with the byes and absences of their rounds.

    Everything illegal, and whatever changed since the drawing, needs a reason. Raise Refusal.
    """
    event = Event.objects.get(pk=event.pk)
    drafts = list(event.drafts.all())
    if not drafts:
        raise Refusal(NO_DRAFT, field="draft", round=queries.last_paired(event) + 1)
    if {draft.number: draft.revision for draft in drafts} != revisions:
        raise Refusal(CHANGED, field="draft")
    next = pairings.coming(event)
    faults = [fault for draft in drafts for fault in pairings.faults(next, draft, drafts)]
    if any(fault.code in SEATS for fault in faults):
        raise Refusal(UNSEATED, field="draft")
    if not reason.strip() and (faults or any(is_outdated(event, draft) for draft in drafts)):
        raise Refusal(REASON, field="reason")
    with unchanged(event) as locked:
        rounds = [store(locked, next, draft) for draft in drafts]
        locked.drafts.all().delete()
        after = {"rounds": [facts(draft) for draft in drafts], "faults": [[f.code, f.params] for f in faults]}
        record(
            locked,
            by,
            "publish",
            before={"proposed": [proposed(draft) for draft in drafts]},
            after=after,
            reason=reason,
        )
        return rounds


def proposed(draft: Draft) -> dict[str, Any]:
    """Return what the log keeps of the system's proposal: its round, its boards and its byes as numbers."""
    boards = [[board["white"], board["black"]] for board in draft.proposal["boards"]]
    return {"round": draft.number, "boards": boards, "byes": [bye["player"] for bye in draft.proposal["byes"]]}


def is_outdated(event: Event, draft: Draft) -> bool:
    """Tell whether something that a pairing rests on was written since the draft was drawn."""
    return has_moved(event, draft.based_on, WITHOUT_EFFECT)


def store(event: Event, next: pairings.Coming, draft: Draft) -> Round:
    """Write the rows of one round: its boards, its byes, and everybody who is not here."""
    players = {player.number: player for player in event.players.all()}
    round, _ = Round.objects.get_or_create(event=event, number=draft.number)
    round.proposal, round.is_ahead = draft.proposal, draft.number > next.number
    round.starts_at = schedule.times(event).get(draft.number)
    round.save()
    asked = queries.absent(event, draft.number)
    known = set(round.games.values_list("white__number", flat=True))
    Game.objects.bulk_create(
        Game(round=round, **row) for row in boards(draft, players, asked, next.stage.system in pairings.TABLES)
    )
    known.update(place[side] for place, side in seats(draft))
    left = set(asked) if next.stage.system == "final" else set(players)
    Game.objects.bulk_create(
        Game(round=round, white=players[number], result=asked.get(number, Result.ABSENT))
        for number in sorted(left - known)
    )
    return round


def boards(draft: Draft, players: dict[int, Player], asked: dict[int, str], is_table: bool) -> Iterator[dict[str, Any]]:
    """Yield the boards and byes of a draft as games.

    Who is absent at a board loses by forfeit; the free round of a round robin counts nothing.
    """
    for place, board in enumerate(draft.boards, 1):
        white, black = board["white"], board["black"]
        result = FORFEITS[white in asked, black in asked]
        yield {"board": place, "white": players[white], "black": players[black], "result": result}
    for bye in draft.byes:
        yield {"white": players[bye["player"]], "result": Result.ABSENT if is_table else Result.BYE}


FORFEITS = {
    (False, False): Result.OPEN,
    (True, False): Result.BLACK_FORFEIT,
    (False, True): Result.WHITE_FORFEIT,
    (True, True): Result.DOUBLE_FORFEIT,
}


def take_back(event: Event, number: int, by: Actor, reason: str) -> None:
    """Turn the round published last back into a draft while it has no result, the groups' three together."""
    if not reason.strip():
        raise Refusal(REASON, field="reason")
    with writing(event) as event:
        rounds = list(event.rounds.filter(number__gte=number).order_by("number"))
        if not rounds or rounds[0].is_ahead or any(not round.is_ahead for round in rounds[1:]):
            raise Refusal(NOT_LAST, field="round")
        for round in rounds:
            if round.begun_at:
                raise Refusal(HAS_BEGUN, field="round", round=round.number)
            if has_results(round):
                raise Refusal(HAS_RESULTS, field="round", round=round.number)
        event.drafts.all().delete()
        drafts = [Draft.objects.create(event=event, number=r.number, **drafted(r, event.version)) for r in rounds]
        event.rounds.filter(number__gte=number).delete()
        before = {"rounds": [facts(draft) for draft in drafts]}
        after = {"drafts": [draft.number for draft in drafts]}
        record(event, by, "take-back", before=before, after=after, reason=reason)


def has_results(round: Round) -> bool:
    """Tell whether a round has results beside the forfeits that it was published with; imported ones name nobody."""
    of_results = Q(entered_at__isnull=False) | ~Q(result__in=FORFEITS.values())
    return round.games.filter(of_results, black__isnull=False).exists()


def drafted(round: Round, version: int) -> dict[str, Any]:
    """Return the boards of a published round as the fields of a draft."""
    games = list(round.games.select_related("white", "black").order_by("board", "pk"))
    free = (
        (Result.BYE, Result.ABSENT) if round.proposal and round.proposal["system"] in pairings.TABLES else (Result.BYE,)
    )
    known = {(b["white"], b["black"]): b["reasons"] for b in round.proposal["boards"]} if round.proposal else {}
    changed = pairings.plain([because(BY_HAND)]) if round.proposal else []
    pairs = [(g.white.number, g.black.number) for g in games if g.black]
    boards = [{"white": one, "black": other, "reasons": known.get((one, other), changed)} for one, other in pairs]
    byes = [{"player": g.white.number, "reasons": []} for g in games if g.result in free]
    proposal = round.proposal or {"system": "", "boards": boards, "byes": byes, "notes": []}
    return {"proposal": proposal, "boards": boards, "byes": byes, "based_on": version}


def repair(event: Event, number: int, players: tuple[int, int], by: Actor, reason: str) -> None:
    """Exchange the seats of two players in a published round whose boards are still open. Raise Refusal."""
    if not reason.strip():
        raise Refusal(REASON, field="reason")
    with writing(event) as event:
        games = [game_of(event, number, player) for player in players]
        if any(game.black and game.result != Result.OPEN for game in games):
            raise Refusal(NOT_OPEN, field="players")
        before = [described(game) for game in games]
        Claim.objects.filter(game__in=games).delete()  # said by whoever sat there
        exchange(games, players)
        after = [described(game) for game in games]
        record(event, by, "repair", before={"boards": before}, after={"round": number, "boards": after}, reason=reason)


def game_of(event: Event, number: int, player: int) -> Game:
    """Return what a player does in a round: his board or his bye."""
    for game in queries.games_of_round(event, number):
        seated = {game.white.number, game.black.number} if game.black else {game.white.number}
        if player in seated and (game.black or game.result == Result.BYE):
            return game
    raise Refusal(NOT_THERE, field="players", number=player)


def exchange(games: list[Game], players: tuple[int, int]) -> None:
    """Write both players at each other's place; the second row goes out meanwhile, since nobody sits twice."""
    one, other = games
    if one.pk == other.pk:
        one.white, one.black = one.black, one.white
        one.version += 1
        one.save()
        return
    (side, other_side) = (
        "white" if game.white.number == player else "black" for game, player in zip(games, players, strict=True)
    )
    mine, theirs = getattr(one, side), getattr(other, other_side)
    kept = other.pk
    other.delete()
    setattr(one, side, theirs)
    setattr(other, other_side, mine)
    one.version, other.version, other.pk = one.version + 1, other.version + 1, kept
    one.save()
    other.save(force_insert=True)


def described(game: Game) -> dict[str, Any]:
    """Return what the log keeps of a board."""
    return {"board": game.board, "white": game.white.number, "black": game.black.number if game.black else None}
