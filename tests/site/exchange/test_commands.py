from datetime import date, timedelta
from io import StringIO
from subprocess import run
from sys import executable
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.site.exchange.test_import import TABLE
from tests.site.factories import game, make_event
from tests.sizes import some
from tiebreaks.values.numbers import format_number
from tournaments import demo
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.models import Category, Event, Game, Player
from tournaments.queries.event.progress import read_progress
from tournaments.queries.standings.standings import read_standings


def command(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def places(slug, count=3):
    event = Event.objects.get(slug=slug)
    names = dict(event.players.values_list("number", "name"))
    rows = read_standings(Reader(event)).rows[:count]
    return [(row.rank, names[row.number], *map(format_number, row.values)) for row in rows]


@pytest.mark.django_db
def test_the_demo_is_loaded_once(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert command("load_demo").count("Loaded") == len(demo.DEMOS)
    before = list(Event.objects.values_list("epoch", "version"))
    assert command("load_demo") == ""
    assert list(Event.objects.values_list("epoch", "version")) == before
    assert all(Event.objects.values_list("is_demo", flat=True))
    assert places("round-robin", 4)[2:] == [
        (3, "Player C", "4", "9", "1.5", "2", "0"),
        (4, "Player D", "4", "7.75", "1", "3", "0"),
    ]
    assert places("fide-exercise", 1) == [(1, "Bruno", "4", "0", "12", "13", "9.5")]
    progress = {
        slug: read_progress(Reader(Event.objects.get(slug=slug)))
        for slug in ("ahorntal-open", "scrabble-championship", "team-cup", "petanque-open")
    }
    assert progress["ahorntal-open"][:5] == (9, 9, 29, 97, False)
    assert progress["scrabble-championship"][:5] == (20, 20, 5, 30, False)
    assert progress["team-cup"][:5] == (7, 7, 15, 32, False)
    assert progress["petanque-open"][:5] == (5, 5, 4, 12, False)
    kinds = {(event.discipline, event.of_teams, event.system) for event in Event.objects.all()}
    assert kinds >= {
        ("chess", False, "swiss"),
        ("chess", True, "swiss"),
        ("chess", False, "round-robin"),
        ("scrabble", False, "swiss"),
        ("petanque", False, "swiss"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "names", "women"),
    [
        ("C.UTF-8", {"Team Cup at Lake Ahorn 2026", "Round robin A to G"}, "Women"),
        ("German_Germany", {"Mannschaftspokal am Ahornsee 2026", "Rundenturnier A bis G"}, "Frauen"),
        ("fr_FR.UTF-8", {"Coupe par équipes du lac d’Ahorn 2026", "Toutes rondes A à G"}, "Femmes"),
    ],
)
def test_the_demo_speaks_the_language_of_the_computer(monkeypatch, language, names, women):
    monkeypatch.setenv("LC_ALL", language)
    command("load_demo")
    assert set(Event.objects.values_list("name", flat=True)) >= names
    assert Category.objects.filter(event__slug="ahorntal-open").first().name == women


def test_the_fictional_events_are_what_the_script_writes(tmp_path, monkeypatch):
    from tournaments.demo import make

    monkeypatch.setattr(make, "FOLDER", tmp_path)
    make.main()
    for file in tmp_path.iterdir():
        assert file.read_bytes() == (demo.FOLDER / file.name).read_bytes(), file.name


@pytest.mark.django_db
@pytest.mark.parametrize("slug", some(["scrabble-championship", "team-cup", "petanque-open", "ahorntal-open"], 2))
def test_simulate_plays_through_the_desks_own_door(slug):
    (chosen,) = (each for each in demo.DEMOS if each.slug == slug)
    event = import_tournament(
        chosen.read(), COMMAND, slug=slug, teams=chosen.read_teams(), is_demo=True, **chosen.settings()
    )
    progress = read_progress(staff_reader(event))
    command("simulate", slug, interval=0, boards=2)
    assert read_progress(staff_reader(event)).results_in == progress.results_in + 2
    assert Event.objects.get(slug=slug).version == event.version + 2
    running = Game.objects.filter(round__event=event, round__number=progress.round, black__isnull=False, result="")
    running.filter(pk__in=running.values_list("pk", flat=True)[3:]).update(result="10")
    assert "All boards are played." in command("simulate", slug, interval=0)
    assert read_progress(staff_reader(event)).finished
    assert "no open board" in command("simulate", slug, interval=0)
    assert "board 1:" in command("simulate", slug, interval=0, again=True)


@pytest.mark.django_db
def test_an_event_that_is_played_for_ever_is_played_today(monkeypatch):
    chosen = next(each for each in demo.DEMOS if each.slug == "ahorntal-open")
    event = import_tournament(chosen.read(), COMMAND, slug=chosen.slug, is_demo=True, **chosen.settings())
    Event.objects.update(starts_on=date(2026, 1, 2))

    def stop(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", stop)
    today = timezone.localdate(timezone=ZoneInfo(event.time_zone))
    tomorrow = today + timedelta(days=1)
    for ends_on, last in ((None, today), (tomorrow, tomorrow)):
        Event.objects.update(ends_on=ends_on)
        with pytest.raises(KeyboardInterrupt):
            command("simulate", event.slug, interval=1, forever=True)
        assert Event.objects.get().ends_on == last


@pytest.mark.django_db
def test_simulate_leaves_real_events_alone():
    event = make_event()
    with pytest.raises(CommandError, match="not a demo event"):
        command("simulate", "open", interval=0)
    with pytest.raises(CommandError, match="There is no event"):
        command("simulate", "nowhere")
    assert not event.log.exists()
    assert game(event, 1, 1).result == ""


@pytest.mark.django_db
def test_import_event_tells_first_what_an_older_file_leaves_open(tmp_path):
    (tmp_path / "night.trf").write_text(TABLE, "utf-8")
    told, options = StringIO(), {"name": "", "slug": "taken"}
    make_event("taken")
    with pytest.raises(SystemExit):
        command("import_event", str(tmp_path / "night.trf"), stderr=told, **options)
    assert "Assumed: the Swiss system, 1, ½ and 0 points" in told.getvalue()


@pytest.mark.django_db
def test_import_event(tmp_path):
    for name, text in [("night.trf", TABLE), ("Gäste.csv", "Name;Elo\nMüller;1800\n")]:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert command("import_event", str(tmp_path / "night.trf")) == "Imported Club night: 3 players, /e/club-night/\n"
    assert not Event.objects.get(slug="club-night").is_public
    assert "/e/gaste/" in command("import_event", str(tmp_path / "Gäste.csv"))
    assert "/e/mine/" in command("import_event", str(tmp_path / "night.trf"), name="My night", slug="mine", public=True)
    assert Event.objects.get(slug="mine").is_public


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "text", "refusal"),
    [
        ("a.trf", TABLE.replace("0000 - H", "0000 - ?"), "a.trf:5: round 2: “?” is not a result"),
        ("a.trf", TABLE.replace("3 b =", "3 b 1"), "a.trf:4: round 2: 1 against 3 can’t be"),
        ("a.csv", "name\nAnna\nAnna\n", "a.csv:3: name: “Anna” is already in line 2."),
        ("a.pdf", "", "a.pdf:0: file: A file of this kind can’t be read. These can: tournament files"),
        ("missing.csv", None, "missing.csv:0: file: No such file"),
    ],
)
def test_a_refused_file_says_where_and_leaves_nothing(tmp_path, capsys, name, text, refusal):
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        command("import_event", str(tmp_path / name))
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert refusal in err
    assert ("With --lenient the rest is read" in err) == (name in ("a.trf", "a.csv"))
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "options", [[], ["--order", "PTS,BH", "--format", "json"], ["--explain", "1"], ["--order", "NOPE"]], ids=str
)
def test_both_ways_to_standings_answer_alike(tmp_path, options):
    file = tmp_path / "Übung.trf"
    file.write_text(TABLE, encoding="utf-8")
    environment = {"CROSSTABLE_VAR": str(tmp_path), "PATH": "", "LC_ALL": "C"}
    answers = [
        run([executable, *start, str(file), *options], capture_output=True, env=environment, check=False)
        for start in (["-m", "tiebreaks"], ["manage.py", "standings"])
    ]
    assert answers[0].returncode == answers[1].returncode == (2 if "NOPE" in options else 0)
    assert answers[0].stdout == answers[1].stdout
    assert answers[0].stderr == answers[1].stderr
