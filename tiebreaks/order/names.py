"""The one table of the names by which people know criteria: in English, German and French, and in older programs.

A name is written as people write it; several are separated by semicolons.
"""

# Two criteria may share a name: the first one
# that fits the event is meant, so those of one game alone come first.
NAMES = {
    "PTS": "points; score; Punkte; Pkt; Punktzahl; total; points marqués",
    "WIN": "wins; number of wins; most wins; victories; Siege; Anzahl der Siege; Siegwertung; victoires",
    "WON": "won; games won; gewonnene Partien; Siege am Brett; parties gagnées; gains",
    "DIFF": "point difference; goal difference; goal average; difference; Punktedifferenz; Differenz; Kugeldifferenz; "
    "Tordifferenz; différence; différence de points; écart",
    "SPREAD": "spread; goal difference; difference; goal average; Differenz; Differenzpunkte; Punktedifferenz; écart; "
    "cumul; différence",
    "SCORE": "sum of scores; total score; points for; goals; Punktsumme; Gesamtpunkte; Spielpunkte; total des scores; "
    "somme des scores; points pour",
    "BHZ": "Buchholz; BuHo; Buch; Buchholzwertung; Feinwertung; FW; wins of opponents; Siege der Gegner",
    "FBHZ": "fine Buchholz; Feinbuchholz; Feinbuchholzzahl; Buchholz fin; Buchholz of opponents",
    "PS": "progressive; progressive score; Progress; Fortschrittswertung; Fortschritt; Summenwertung; progressif; "
    "score progressif; cumulative; kumulativ; cumulatif",
    "BPG": "games with black; black; blacks; Schwarzpartien; Partien mit Schwarz; Schwarz; "
    "parties avec les noirs; noirs",
    "BWG": "wins with black; black wins; Siege mit Schwarz; Schwarzsiege; victoires avec les noirs; "
    "gains avec les noirs",
    "STD": "standard points; Standardpunkte; points standard",
    "NGP": "games played; gespielte Partien; Anzahl der Partien; parties jouées",
    "REP": "rounds elected to play; games elected to play; gewählte Runden; rondes choisies",
    "CUM": "cumulative; cumulative score; kumulativ; cumulatif",
    "BH": "Buchholz; BuHo; Buch; Buchholzwertung; Feinwertung; FW; Fein",
    "SB": "Sonneborn-Berger; Sonneborn; SoBerg; SoBe; Sonne; Neustadtl; Feinwertung; FW; Fein",
    "SBH": "refined Buchholz; sum of Buchholz; Buchholz Buchholz; verfeinerte Buchholzwertung; verfeinerte Buchholz; "
    "Buchholzsumme; Feinbuchholz; BuSu; somme des Buchholz; Buchholz affiné",
    "AOB": "average Buchholz; average of opponents Buchholz; durchschnittliche Buchholz; Buchholzschnitt; "
    "moyenne des Buchholz",
    "FB": "Fore Buchholz; Buchholz with the last round drawn; Vor-Buchholz; Buchholz anticipé",
    "KS": "Koya; Koya system; Koya-Wertung; système Koya",
    "SOLK": "Solkoff",
    "MMED": "modified median; Harkness; modifizierter Median; médian modifié",
    "OCUM": "cumulative scores of opposition; opposition cumulative; kumulativ der Gegner; cumulatif des adversaires",
    "ARO": "average rating of opponents; average opponent rating; Gegnerschnitt; Eloschnitt; Elo-Durchschnitt; "
    "Wertungsschnitt; moyenne Elo; Elo moyen; Elo moyen des adversaires",
    "TPR": "performance; performance rating; Leistung; Eloleistung; Eloperformance; Perf; performance Elo",
    "PTP": "perfect performance; perfect tournament performance; perfekte Leistung; performance parfaite",
    "APRO": "average performance of opponents; durchschnittliche Leistung der Gegner; "
    "performance moyenne des adversaires",
    "APPO": "average perfect performance of opponents; durchschnittliche perfekte Leistung der Gegner; "
    "performance parfaite moyenne des adversaires",
    "SRO": "sum of ratings; sum of opponents ratings; Elosumme; Wertungssumme; Summe der Gegnerwertungen; "
    "somme des Elo",
    "DE": "direct encounter; direct comparison; head to head; mutual games; direkter Vergleich; direkte Begegnung; "
    "rencontre directe; confrontation directe; particulier; DV",
    "DEB": "direct encounter black; direkter Vergleich Schwarz; rencontre directe noirs",
    "MP": "match points; Mannschaftspunkte; Matchpunkte; MaPu; MPkt; points de match; points de rencontre",
    "GP": "game points; board points; Brettpunkte; BrPu; BPkt; Partiepunkte; points de partie; points d’échiquier",
    "MPvGP": "secondary score; other score; Zweitwertung; second score; score secondaire",
    "EDE": "extended direct encounter; direct encounter; direct comparison; head to head; direkter Vergleich; "
    "rencontre directe; confrontation directe; DV",
    "EMGSB": "extended Sonneborn-Berger; Sonneborn-Berger of teams; erweiterte Sonneborn-Berger; "
    "Sonneborn-Berger étendu; SoBerg; SoBe",
    "EMMSB": "match points times match points; Mannschaftspunkte mal Mannschaftspunkte",
    "EGMSB": "game points times match points; Brettpunkte mal Mannschaftspunkte",
    "EGGSB": "game points times game points; Brettpunkte mal Brettpunkte",
    "BERLIN": "Berlin; Berlin score; Berliner Wertung; système de Berlin",
    "BC": "board count; Brettzählung; Brettwertung; Wertigkeit; compte des échiquiers",
    "OSB": "Olympiad Sonneborn-Berger; Olympia Sonneborn-Berger; Sonneborn-Berger olympique",
    "OBH": "Olympiad Buchholz; Olympia Buchholz; Buchholz olympique",
    "SSSC": "schedule strength; scores and schedule strength; Spielplanstärke; force du calendrier",
    "TBR": "top boards; top board results; vordere Bretter; Spitzenbretter; premiers échiquiers",
    "BBE": "bottom board elimination; without the bottom boards; hintere Bretter; Streichung der hinteren Bretter; "
    "sans les derniers échiquiers",
    "EDEBT": "direct encounter board count top boards",
    "EDEBB": "direct encounter board count bottom boards",
    "EDET": "direct encounter top boards",
    "EDEB": "direct encounter bottom boards",
    "EDEC": "direct encounter board count",
    "PLAYOFF": "play-off; tie-break games; blitz; Stichkampf; Entscheidungsspiel; Entscheidungspartie; barrage; "
    "match de départage",
    "LOTS": "lots; lot; drawing of lots; Los; Losentscheid; Auslosung; Losverfahren; tirage au sort; tirage",
    "MAN": "by hand; manual; jury; von Hand; manuell; à la main; manuel",
    "RTNG": "rating; own rating; Elo; DWZ; Wertungszahl; eigene Wertungszahl; classement; Elo propre",
    "TPN": "pairing number; start number; seed; seeding; Startnummer; Setznummer; numéro de départ; numéro",
}

# What people say for the usual modifiers, behind the name of a criterion; alone it means the Buchholz score.
WORDS = {
    "C1": "cut 1; cut; minus 1; 1 Streichwertung; Streichwertung; mit Streichwertung; Streichresultat; Streicher; "
    "tronqué 1; tronqué; moins 1",
    "C2": "cut 2; minus 2; 2 Streichwertungen; 2 Streichresultate; 2 Streicher; tronqué 2; moins 2",
    "M1": "median; median 1; gemittelt; Mittelbuchholz; médian; médian 1; Medianwertung",
    "M2": "median 2; médian 2",
    "P": "forfeits as played; forfeits played; kampflose wie gespielt; kampflos als gespielt; forfaits joués; "
    "forfaits comme joués",
}

# Neither criteria nor modifiers, but a matter of the edition and of other settings of the event.
OF_SETTINGS = (
    "virtual opponent; dummy opponent; unplayed rounds; edition; FIDE 2023; FIDE 2026; unrated; "
    "virtueller Gegner; nicht gespielte Runden; Fassung; ohne Wertungszahl; "
    "adversaire virtuel; rondes non jouées; édition; sans classement"
)
