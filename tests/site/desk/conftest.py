"""Who sits at the desk: two arbiters of a small event, each with a browser."""

import pytest
from django.test import Client

from tests.site.factories import make_event, person


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def anna(client, event):
    client.force_login(person("anna", event))
    return client


@pytest.fixture
def bert(event):
    client = Client()
    client.force_login(person("bert", event))
    return client
