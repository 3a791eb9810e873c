"""The addresses of the whole site: its events, search, manual, backups, and what other programs ask for."""

from django.urls import path

from tournaments.views.site import (
    backups,
    events,
    manifest,
    manual,
    offline,
    search,
    search_engines,
    security_contact,
    share,
    share_card,
    site_tokens,
)

urlpatterns = [
    path("account/programs/", site_tokens.site_tokens, name="site_tokens"),
    path("account/programs/create/", site_tokens.site_tokens_create, name="site_tokens_create"),
    path("account/programs/remove/", site_tokens.site_tokens_remove, name="site_tokens_remove"),
    path(".well-known/security.txt", security_contact.security_txt, name="security_txt"),
    path("backups/", backups.backups, name="backups"),
    path("backups/restore-event/", backups.backup_event, name="backup_event"),
    path("backups/delete-copy/", backups.backup_delete, name="backup_delete"),
    path("backups/<str:name>/", backups.backup_file, name="backup_file"),
    path("", events.events, name="events"),
    path("demo/", events.events_demo, name="events_demo"),
    path("search/", search.search, name="search"),
    path("sitemap.xml", search_engines.sitemap, name="sitemap"),
    path("robots.txt", search_engines.robots, name="robots"),
    path("worker.js", offline.worker, name="worker"),
    path("manifest.webmanifest", manifest.site_manifest, name="site_manifest"),
    path("e/<slug:slug>/manifest.webmanifest", manifest.manifest, name="manifest"),
    path("e/<slug:slug>/preview.png", share_card.share_card, name="share_card"),
    path("e/<slug:slug>/round/<int:number>/preview.png", share_card.round_share_card, name="round_share_card"),
    path("e/<slug:slug>/bracket/preview.png", share_card.bracket_share_card, name="bracket_share_card"),
    path("e/<slug:slug>/player/<int:number>/preview.png", share_card.player_share_card, name="player_share_card"),
    path("e/<slug:slug>/share/", share.share, name="share"),
    path("e/<slug:slug>/share/<path:page>", share.share, name="share"),
    path("manual/", manual.manual, name="manual"),
    path("manual/<slug:name>/", manual.manual_chapter, name="manual_chapter"),
    path("manual/<slug:name>/<slug:section>/", manual.manual_section, name="manual_section"),
]
