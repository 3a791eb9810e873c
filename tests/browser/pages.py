"""Every page of the site, for the tests that look at all of them: paths by the name of their address.

A new address stands here or in NO_PAGES; tests/browser/test_accessibility.py finds the one that was forgotten.
"""

from tests.servers.live_events import ENTER, NEW_EVENT

PUBLIC = {
    "events": ["/"],
    "search": ["/search/?q=a", "/search/?q=ad"],
    "standings": ["/e/cup/", "/e/cup/?follow=4,1", "/e/cup/?after=1", "/e/cup/?category=women", "/e/team/"],
    "round_page": ["/e/cup/round/1/", "/e/cup/round/1/?by=name", "/e/team/round/1/", "/e/team/round/1/?by=name"],
    "individuals": ["/e/team/individuals/"],
    "individual": ["/e/team/individual/1/"],
    "bracket": ["/e/knock-out/bracket/", "/e/pools/bracket/"],
    "duel": ["/e/knock-out/bracket/1/A-1-2/"],
    "crosstable": ["/e/cup/crosstable/", "/e/team/crosstable/"],
    "statistics": ["/e/cup/statistics/", "/e/team/statistics/"],
    "prizes": ["/e/cup/prizes/"],
    "ties": ["/e/cup/ties/", "/e/team/ties/"],
    "about": ["/e/cup/about/"],
    "export": ["/e/cup/export/"],
    "api": ["/e/cup/api/", "/e/team/api/"],
    "screen": [
        "/e/cup/screen/",
        "/e/cup/screen/?show=names",
        "/e/team/screen/?show=race",
        "/e/pools/screen/?show=bracket",
    ],
    "player": ["/e/cup/player/4/", "/e/team/player/1/"],
    "share": ["/e/cup/share/", "/e/cup/share/round/1/?by=name"],
    "why": ["/e/cup/player/4/why/SB/"],
    "compare": ["/e/cup/compare/4/1/"],
    "series": ["/series/weekend/"],
    "rules": ["/rules/"],
    "api_reference": ["/api/reference/"],
    "privacy": ["/privacy/"],
    "manual_chapter": ["/manual/results/"],
    "signin": ["/signin/"],
    "signin_link": ["/signin/nothing/"],
    "display": ["/s/{display}/"],
    "embed": ["/embed/cup/", "/embed/cup/?show=board&board=2&round=1"],
    "slip_code": ["/slip/"],
    "slip": ["/slip/{slip}/", "/slip/nothing/"],
    "join": ["/join/{invitation}/"],
    "nowhere": ["/e/nowhere/"],
}
STAFF = {
    "desk": ["/e/cup/desk/", "/e/cup/desk/1/", "/e/team/desk/1/"],
    "phone": ["/e/cup/desk/2/phone/"],
    "decision": ["/e/cup/desk/2/player/1/"],
    "board_note": ["/e/cup/desk/2/1/note/"],
    "calls": ["/e/cup/calls/"],
    "check": ["/e/cup/check/", "/e/cup/check/1/"],
    "match_sheet": ["/e/team/sheet/1/1/"],
    "pairings": ["/e/cup/pairings/", "/e/team/pairings/"],
    "reasons": ["/e/dutch/pairings/reasons/1/", "/e/cup/pairings/reasons/1/"],
    "forbidden_pairings": ["/e/cup/pairings/bans/", "/e/team/pairings/bans/"],
    "rounds": ["/e/cup/rounds/"],
    "players": ["/e/cup/players/"],
    "players_number": ["/e/cup/players/number/"],
    "player_add": ["/e/cup/players/add/?look=quelkamp"],
    "players_ratings": ["/e/cup/players/ratings/"],
    "players_import": ["/e/cup/players/import/"],
    "games_import": ["/e/cup/pairings/import/"],
    "player_edit": ["/e/cup/players/1/"],
    "teams": ["/e/team/teams/"],
    "teams_number": ["/e/team/teams/number/"],
    "team_add": ["/e/team/teams/add/"],
    "team_edit": ["/e/team/teams/1/"],
    "checkin": ["/e/cup/checkin/"],
    "notice": ["/e/cup/notice/"],
    "times": ["/e/cup/times/"],
    "copies": ["/e/cup/copies/"],
    "setup_rounds": ["/e/cup/setup/rounds/"],
    "setup_order": ["/e/cup/setup/order/"],
    "setup_ready": ["/e/cup/setup/"],
    "staff": ["/e/cup/people/"],
    "mirror_link": ["/e/cup/publication/"],
    "mirrors": ["/mirrors/"],
    "names": ["/e/cup/names/"],
    "settings": ["/e/cup/settings/"],
    "event_details": ["/e/cup/facts/"],
    "categories": ["/e/cup/categories/"],
    "category": ["/e/cup/categories/women/"],
    "tiebreaks": ["/e/cup/tiebreaks/", "/e/team/tiebreaks/"],
    "screens": ["/e/cup/screens/"],
    "documents": ["/e/cup/documents/"],
    "paper": [
        *(f"/e/cup/print/{kind}/" for kind in ("boards", "standings", "crosstable", "wall-chart", "slips", "cards")),
        *(f"/e/team/print/{kind}/" for kind in ("matches", "match-sheets", "line-ups", "individuals", "teams")),
    ],
    "archive": ["/e/cup/archive/"],
    "log": ["/e/cup/log/"],
    "log_state": ["/e/cup/log/state/"],
    "log_door": ["/e/cup/log/door/"],
    "new_event": ["/new/"],
    "import_event": ["/import/"],
    "import_archive": ["/import/archive/"],
    "rating_lists": ["/ratings/"],
    "rating_list": ["/ratings/{list}/?file=club.csv"],
    "backups": ["/backups/"],
    "users": ["/users/"],
    "password": ["/account/password/"],
    "browsers": ["/account/sessions/"],
    "site_tokens": ["/account/programs/"],
    "second_factor": ["/account/second-factor/"],
    "second_factor_app": ["/account/second-factor/app/"],
    "programs": ["/e/cup/programs/"],
    "export": ["/e/cup/export/"],
    "export_site": ["/e/cup/export/site/"],
}
# Files, fragments, what only takes a POST, and the second step of a sign-in, which has a test of its own.
NO_PAGES = {
    "export_list", "export_file", "look_up", "rating_lists_state", "share_card", "feed", "undo", "enter", "confirm",
    "drawing", "tiebreaks_find", "reasons_progress", "players_template", "paper_style", "logo", "manual",
    "old_documents", "archive_file", "backup_file", "site_file", "signout", "signin_second", "security_txt",
    "sitemap", "robots", "site_manifest", "worker", "notify", "manifest", "calendar", "round_share_card",
    "player_share_card", "bracket_share_card", "manual_section", "mirror_link_state", "flags",
    "api_mirror", "api_mirror_logo", "api_mirror_slips",
}  # fmt: skip

MORE = """
from datetime import timedelta
from io import BytesIO
from tournaments.access import tokens
from tournaments.actions.desk.board_notes import add_note, call_arbiter
from tournaments.actions.hall.notices import give_notice
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.writing import COMMAND
from tournaments.models import Category, Round, Series
from tournaments.rating_lists import importing, store
enter(2, "01")
event = Event.objects.get(slug="cup")
players = {player.number: player for player in event.players.all()}
second = Round.objects.create(event=event, number=2)
Game.objects.create(round=second, board=1, white=players[1], black=players[3])
Game.objects.create(round=second, white=players[2], result="U")
players[1].sex = players[4].sex = "w"
players[1].save(), players[4].save()
women = Category.objects.create(event=event, order=1, key="women", name="Women", rule="women")
event.series = Series.objects.create(slug="weekend", name="Weekend")
event.may_embed = True
event.save()
give_notice(event, "Round 3 starts at 15:00", None, COMMAND)
add_note(event, 2, 1, "time", "two minutes added", COMMAND)
call_arbiter(event, 2, 1, COMMAND)
_screen, display = add_screen(event, "Hall", COMMAND)
hour = timedelta(hours=1)
slip = tokens.issue_token(event, "slip", valid=hour, round=2, board=1)
invitation = tokens.issue_token(event, "invitation", valid=hour, role="entry", once=True)
CLUB = b"Spieler;DWZ;Geburtsjahr\\nQuellkamp, J\\xc3\\xbcrgen;2380;1990\\nAda;1500;\\nBen;;\\nBen;;"
key = importing.store_upload(BytesIO(CLUB), "club.csv", len(CLUB))
with importing.open_upload(key, "club.csv") as reading:
    store.import_list("Club", reading)
print(display, slip, invitation, key)
"""

DRAWN = """
from pairing.plan.stages import Stage
from tests.site.championship import draw, enter, make_championship, publish
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.queries.rounds.games import read_boards
event = make_championship(6, slug="knock-out", discipline="chess")
set_plan(event, [Stage("knock-out", 1, 3)], COMMAND)
draw(event)
publish(event)
enter(event, read_boards(event, 1).first())
for slug, stage in (("dutch", Stage("dutch", 1, 5)), ("pools", Stage("pools", 1, 3))):
    event = make_championship(7, slug=slug, discipline="chess")
    set_plan(event, [stage], COMMAND)
    draw(event)
    publish(event)
    enter(event, read_boards(event, 1).first())
"""


def fill(server) -> dict[str, str]:
    """Make the events that the pages show, and return the tokens that some of them need."""
    server.python(NEW_EVENT)
    server.python(DRAWN)
    server.manage("import_event", "tests/golden/fide_team_2024.trf", "--slug", "team", "--public")
    texts = server.python(ENTER + MORE).split()[-4:]
    return dict(zip(("display", "slip", "invitation", "list"), texts, strict=True))
