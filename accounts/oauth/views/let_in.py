"""The page of the apps that a person has let in, on which each can be taken back."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import Account
from accounts.oauth.selectors import let_in_by
from accounts.oauth.views.describing import what_it_may
from accounts.oauth.views.pages import PageView, ask_to_log_in, page, person_of
from accounts.services import apps


class LetInView(PageView):
    """Lists them with GET; a button beside each sends its client id back."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show what there is."""
        person = person_of(request)
        return ask_to_log_in(request) if person is None else _shown(request, person)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Take one back; one that is not let in is simply out."""
        person = person_of(request)
        if person is None:
            return ask_to_log_in(request)
        client_id = request.POST.get("client_id", "")
        known = (one.app.name for one in let_in_by(person.id) if one.app.client_id == client_id)
        name = next(known, None)
        apps.take_back(person, client_id=client_id, now=timezone.now())
        return _shown(request, person, said=True, name=name)


def _shown(
    request: HttpRequest, person: Account, *, said: bool = False, name: str | None = None
) -> HttpResponse:
    listed = [{"of": one, "texts": what_it_may(one.scopes)} for one in let_in_by(person.id)]
    return page(request, "let_in", {"listed": listed, "said": said, "name": name})
