"""Django's admin, for the site's admin alone: everything can be looked at and nothing changed.

Each thing has its page, whose actions check the rules, log and wake the watchers; accounts are deactivated
there, never deleted.
"""

from django.contrib import admin
from django.contrib.auth import admin as _accounts  # noqa: F401  # registers what is unregistered below
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.http import HttpRequest

from tournaments.models import Event, LogEntry, Membership, Player


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # no parameter at run time
    """Show superusers the rows, and let nobody write."""

    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # as above
    """Show who works at an event. Roles are given on the event's page of people, where each change is logged."""

    model = Membership
    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_active and request.user.is_superuser

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ["name", "slug", "discipline", "system", "starts_on", "is_public"]
    inlines = [MembershipInline]


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["number", "name", "rating", "club", "event"]
    list_select_related = ["event"]
    search_fields = ["name", "=event__slug"]  # a filter would list all events


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ["event", "version", "at", "action", "actor_name", "role", "before", "after", "reason"]
    list_filter = ["action"]
    list_select_related = ["event"]
    search_fields = ["=event__slug"]


admin.site.unregister([User, Group])  # as the import of their module has registered them


@admin.register(User)
class AccountAdmin(ReadOnly):
    list_display = ["username", "is_active", "is_superuser", "last_login"]
    list_filter = ["is_active", "is_superuser"]
    search_fields = ["username"]
    exclude = ["password"]
