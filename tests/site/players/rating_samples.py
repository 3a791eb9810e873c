"""Rating lists in small, as federations publish them, and people of a list that is in use."""

from tournaments.formats.rating_fields import RatedPerson
from tournaments.rating_lists import store

XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player><fideid>9900001</fideid><name>Quellkamp, Jürgen</name><country>GER</country><sex>M</sex><title>IM</title>
<w_title></w_title><rating>2431</rating><games>0</games><rapid_rating>2380</rapid_rating><birthday>1990</birthday><flag></flag></player>
<player><fideid>9900002</fideid><name>Dornhain, Zoë</name><country>SUI</country><sex>F</sex><title></title>
<rating></rating><birthday></birthday><flag>i</flag></player>
</playerslist>
"""
HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
)
COMBINED = HEADER + "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
STANDARD = HEADER + "DEC26 Gms K  B-day Flag"


def columns(header, *people):
    """Write lines as FIDE's text has them."""
    rows = []
    for identity, name, federation, sex, title, rating, born in people:
        line = f"{identity:15}{name:61}{federation:4}{sex:4}{title:5}"
        line = f"{line:{header.index('SRtng' if 'SRtng' in header else 'DEC26')}}{rating:6}"
        rows.append(f"{line:{header.index('B-day')}}{born:6}")
    return "\n".join([header, *rows]) + "\n"


PEOPLE = [
    ("9900001", "Quellkamp, Juergen", "GER", "M", "IM", "2431", "1990"),
    ("9900002", "Dornhain, Zoe", "SUI", "F", "", "", "0000"),
]
NATIONAL = (
    "ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land\n"
    '10001,A0001,1,A,"Quellkamp,Jürgen",M,1990,2380,55,2431,IM,9900001,GER\n'
    '10002,A0001,2,A,"Dornhain,Zoë",W,,,,,,,\n'
)
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa">]><playerslist><player><name>&a;</name></player></playerslist>'


class Lines:
    """A list that is read from people."""

    dated, lacks, unread = "DEC26", [], []

    def __init__(self, name, people):
        self.name, self.is_fide, self.people = f"{name}.txt", name == "FIDE", lambda: people


def import_ratings(name, *people):
    """Store a list of people, or of names."""
    return store.import_list(
        name, Lines(name, (each if isinstance(each, RatedPerson) else RatedPerson(each) for each in people))
    )
