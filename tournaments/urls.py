"""All addresses, one list per subject. A view, its module, its template and its address share one name."""

from tournaments.views.accounts.urls import urlpatterns as accounts
from tournaments.views.desk.urls import urlpatterns as desk
from tournaments.views.event.urls import urlpatterns as event
from tournaments.views.exchange.urls import urlpatterns as exchange
from tournaments.views.hall.urls import urlpatterns as hall
from tournaments.views.players.urls import urlpatterns as players
from tournaments.views.rounds.urls import urlpatterns as rounds
from tournaments.views.site.urls import urlpatterns as site
from tournaments.views.standings.urls import urlpatterns as standings

urlpatterns = [*site, *event, *players, *rounds, *desk, *standings, *hall, *exchange, *accounts]
