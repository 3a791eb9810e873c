"""Pools in words: before they are drawn, as titles of their duels, and how they have ended."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext

from pairing.brackets.duels import Duel
from pairing.brackets.elimination import name_bracket
from pairing.brackets.pool_course import Pool, PoolCourse
from pairing.brackets.pools import BARRAGE, LOSERS, USUAL_SIZE
from pairing.brackets.settings import bracket_settings, pool_settings, reach_of
from pairing.brackets.table_course import TableCourse
from pairing.plan.stages import Stage
from tournaments.wording import criteria


def describe_pools_ahead(stage: Stage, players: int, following: Stage | None) -> list[str]:
    """Describe pools for a number of players: "16 players: 4 pools of 4, 3 rounds", and who advances where."""
    settings = pool_settings(stage)
    sizes = settings.sizes(players)
    if not sizes:
        return [gettext("There are not enough players yet: pools need three.")]
    rounds = settings.count_rounds(players)
    whole = ngettext("%(count)d player: %(pools)s.", "%(count)d players: %(pools)s.", sum(sizes))
    played = ngettext("%(count)d round.", "%(count)d rounds.", rounds) % {"count": rounds}
    sentences = [whole % {"count": sum(sizes), "pools": _count_pools(sizes)}, played]
    if settings.way == BARRAGE and max(sizes) <= USUAL_SIZE:
        sentences.append(gettext("Winners meet and losers meet, then the barrage decides on place 2."))
    else:
        sentences.append(gettext("In each pool all play all."))
    if following and following.settings.get("from_pools"):
        sentences += describe_entrants(following)
    if following and following.settings.get("from_each"):
        sentences += describe_table_ahead(following, players)[:1]
    return sentences


def _count_pools(sizes: Sequence[int]) -> str:
    """Write how many pools there are of which size: "2 pools of 4 and 1 pool of 3"."""
    counted = [
        ngettext("%(count)d pool of %(size)d", "%(count)d pools of %(size)d", count) % {"count": count, "size": size}
        for size, count in sorted(Counter(sizes).items(), reverse=True)
    ]
    return gettext(" and ").join(counted)


def describe_entrants(stage: Stage) -> list[str]:
    """Say which places of each pool advance to which bracket, and that the others are out."""
    settings, count = bracket_settings(stage), stage.get("from_pools")
    sentences = []
    for number in range(settings.further + 1):
        words = {"bracket": name_bracket(number), "first": number * count + 1, "last": (number + 1) * count}
        if count == 1:
            sentences.append(gettext("Bracket %(bracket)s: place %(first)d of each pool.") % words)
        else:
            sentences.append(gettext("Bracket %(bracket)s: places %(first)d to %(last)d of each pool.") % words)
    return sentences


def pool_title(course: PoolCourse, duel: Duel) -> str:
    """Name the pool of a duel: "Pool 3"."""
    return gettext("Pool %(number)d") % {"number": course.number_of(duel)}


def duel_title(course: PoolCourse, duel: Duel) -> str:
    """Name a duel of a pool: "Pool 3, round 2", "Pool 3, barrage"."""
    return f"{pool_title(course, duel)}, {_name_duel(course, duel)}"


def _name_duel(course: PoolCourse, duel: Duel) -> str:
    if course.is_round_robin:
        return gettext("round %(level)d") % {"level": duel.level}
    if duel.level == 1:
        return gettext("first game")
    if duel.level == 2:
        return gettext("losers’ game") if duel.key.endswith(f"-{LOSERS}") else gettext("winners’ game")
    return gettext("barrage")


def level_title(course: PoolCourse, duel: Duel) -> str:
    """Name a round of a pool."""
    if course.is_round_robin:
        return gettext("Round %(level)d") % {"level": duel.level}
    return {1: gettext("First games"), 2: gettext("Winners, losers")}.get(duel.level, gettext("Barrage"))


def describe_pools(course: PoolCourse, names: Mapping[int, str]) -> list[str]:
    """Say who stands where in the pools that are over: "Pool 3: 1. Ahrens, 2. Berg, 3. Cordes"."""
    return [_describe(pool, names) for pool in course.pools if pool.is_over]


def _describe(pool: Pool, names: Mapping[int, str]) -> str:
    return gettext("Pool %(number)d: %(places)s.") % {"number": pool.number, "places": _list_places(pool, names)}


def _list_places(pool: Pool, names: Mapping[int, str]) -> str:
    return ", ".join(f"{pool.places[number].best}. {names.get(number, number)}" for number in pool.members)


def describe_table_ahead(stage: Stage, players: int) -> list[str]:
    """Say who plays in rounds that begin after pools or brackets: "The first 4 go on, and points begin from zero."."""
    (count,) = reach_of(stage, players)
    if stage.get("from_each"):
        each = stage.get("from_each")
        sentence = ngettext(
            "The first of each pool advances: %(players)d players.",
            "The first %(count)d of each pool advance: %(players)d players.",
            each,
        )
        who = sentence % {"count": each, "players": count}
    elif count < players:
        who = ngettext("The first %(count)d advances.", "The first %(count)d advance.", count) % {"count": count}
    else:
        who = gettext("All play on.")
    return [who, gettext("Points start from zero, and the table of these rounds decides the places.")]


def describe_table(course: TableCourse, names: Mapping[int, str]) -> list[str]:
    """Say how the table stands that rounds after duels have of their own."""
    (pool,) = course.pools
    if not course.is_over:
        words = {"first": course.stage.first, "last": course.stage.last, "count": len(course.members)}
        sentence = ngettext(
            "Rounds %(first)d to %(last)d have a table of their own: %(count)d plays in them.",
            "Rounds %(first)d to %(last)d have a table of their own: %(count)d play in them.",
            len(course.members),
        )
        return [sentence % words]
    return [f"{_list_places(pool, names)}."]


def describe_lead(course: PoolCourse, pair: Sequence[int], names: Mapping[int, str]) -> list[str]:
    """Say by which value one of two is ahead in the table of their pool, or of their rounds; nothing without one."""
    for pool in course.pools:
        if pool.table is None or not set(pair) <= set(pool.members):
            continue
        ahead, behind = sorted(pair, key=lambda number: pool.places[number])
        words = {"ahead": names.get(ahead, ahead), "behind": names.get(behind, behind)}
        texts = pool.table.texts
        for chosen, own, other in zip(pool.table.order, texts[ahead], texts[behind], strict=True):
            if own != other:
                words |= {"criterion": criteria.name(chosen, pool.table.order), "own": own, "other": other}
                sentence = gettext(
                    "%(ahead)s is ahead of %(behind)s in their table: %(criterion)s %(own)s to %(other)s."
                )
                return [sentence % words]
        sentence = gettext("%(ahead)s and %(behind)s are tied in their table: %(ahead)s was placed higher before.")
        return [sentence % words]
    return []
