"""Django's admin, for the site's admin alone: settings, members and players' details. The log can only be read."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import admin
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst

from tournaments.access import policy
from tournaments.actions.event.configuration import change_fields
from tournaments.actions.event.events import purge_event
from tournaments.actions.writing import Actor
from tournaments.models import Event, LogEntry, Membership, Player


def actor(request: HttpRequest) -> Actor:
    return Actor(request.user, policy.SUPERUSER, request.META.get("REMOTE_ADDR") or None)


class SuperuserOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # no parameter at run time
    """Leave everything to superusers; events and players come by import and go with the whole event."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Event | Player, form: "forms.ModelForm[Any]", change: bool) -> None:
        """Write through the action, which logs and announces the change."""
        change_fields(obj, {field: form.cleaned_data[field] for field in form.changed_data}, actor(request))


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    """Show who works at an event. Roles are given on the event's page of people, where each change is logged."""

    model = Membership
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(SuperuserOnly):
    list_display = ["name", "slug", "discipline", "system", "starts_on", "is_public"]
    readonly_fields = ["tiebreaks", "version", "epoch", "changed_at"]
    inlines = [MembershipInline]

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        """Offer the time zones that exist: with another one no page of the event could tell the time."""
        if db_field.name == "time_zone":
            zones = [(zone, zone) for zone in sorted(available_timezones())]
            return forms.ChoiceField(label=capfirst(db_field.verbose_name), choices=zones)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_deleted_objects(
        self, objs: Sequence[Event] | QuerySet[Event], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Name the events alone: who may erase an event may erase all that belongs to it, its log included."""
        return [str(event) for event in objs], {str(Event._meta.verbose_name_plural): len(objs)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Event) -> None:
        purge_event(obj, actor(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Event]) -> None:
        for event in queryset:
            purge_event(event, actor(request))


@admin.register(Player)
class PlayerAdmin(SuperuserOnly):
    list_display = ["number", "name", "rating", "club", "event"]
    list_filter = ["event"]
    search_fields = ["name"]
    readonly_fields = ["event", "number"]
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(LogEntry)
class LogEntryAdmin(SuperuserOnly):
    list_display = ["event", "version", "at", "action", "actor", "role", "before", "after", "reason"]
    list_filter = ["event", "action"]
    list_select_related = ["event", "actor"]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission
