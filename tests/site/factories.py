"""A small event for the tests of the arbiter's pages: two rounds, four boards each, and people with every role."""

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.actions.event.list_places import place_in_lists
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game, Membership, Player, Round
from tournaments.operation.bounded_cache import clear_caches

NAMES = ["Müller, Anna", "Sørensen, Bo", "Weiß, Carl", "Doğan, Defne", "O'Brien, Eve", "Łuk, Filip", "Gao, G", "Ho, H"]
LEFT = [{"kind": "left", "round": 0}]  # `departures` of an event that has left FIDE mode: nothing is asked
ROUNDS = [[(1, 2), (3, 4), (5, 6), (7, 8)], [(2, 3), (4, 1), (6, 7), (8, 5)]]


def make_event(slug="open", discipline="chess", tiebreaks="PTS,BH,DE", rounds=2, **fields):
    """Store an event with its players and boards, no result in."""
    clear_caches()  # an event of another test may have had the same id and version
    event = Event.objects.create(
        slug=slug,
        name=f"The {slug}",
        discipline=discipline,
        tiebreaks=tiebreaks,
        planned_rounds=5,
        lots_seed=1,
        epoch="e1",
        changed_at=timezone.now(),
        **fields,
    )

    players = [Player(event=event, number=number, name=name) for number, name in enumerate(NAMES, 1)]
    Player.objects.bulk_create(players)
    published = Round.objects.bulk_create(Round(event=event, number=number) for number in range(1, rounds + 1))
    Game.objects.bulk_create(
        Game(round=each, board=board, white=players[white - 1], black=players[black - 1])
        for each, pairs in zip(published, ROUNDS, strict=False)
        for board, (white, black) in enumerate(pairs, 1)
    )
    place_in_lists([event])
    return event


def person(name, event=None, role=Role.ARBITER):
    """Return the user of that name, with a role in the event."""
    user, _ = User.objects.get_or_create(username=name)
    if event is not None:
        Membership.objects.create(event=event, user=user, role=role)
    return user


def game(event, number, board):
    return Game.objects.get(round__event=event, round__number=number, board=board)
