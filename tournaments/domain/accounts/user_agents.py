"""The name of a browser, guessed from its User-Agent; nothing depends on it."""

# The first that is found counts: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrom": "Chrome"}
BROWSERS |= {"CriOS": "Chrome", "Safari": "Safari"}
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "ChromeOS"}
SYSTEMS |= {"Mac OS": "macOS", "Linux": "Linux"}


def name_browser(agent: str) -> str:
    """Return "Firefox, Windows" for the User-Agent of one, and an unknown one as it is."""
    known = [next((name for word, name in words.items() if word in agent), "") for words in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, known)) or agent
