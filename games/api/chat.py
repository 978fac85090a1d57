"""The chat of a game."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key, nothing_new
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, viewer_of, watched_game
from games.api.inbox_shapes import ChatMessage, ChatPage
from games.api.inputs import ChatInput, ChatQuery
from games.selectors import waiting
from games.selectors.chat import list_messages, message_view
from games.services import chat


class ChatView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ, "POST": Scope.CHAT_WRITE}
    public: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": ChatQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_messages",
            "What was said about a game",
            "Who plays reads the players, everybody else the spectators; behind the end players "
            "can read both. Messages of whom you mute or block are left out.",
            answers={200: ChatPage, 204: None},
            refusals=("not_found", "not_seated", "game_running"),
            waits=True,
        ),
        "POST": Operation(
            "say",
            "Say something to the others at the table, or to those who look on with you",
            "Behind the end of the game each seat has one closing word.",
            bodies=(ChatInput,),
            examples={"a greeting": {"text": "Good luck, everybody!"}},
            answers={200: ChatMessage, 201: ChatMessage},
            refusals=("not_found", "muted", "game_over", "invalid_request"),
            key=Key.TAKEN,
        ),
    }

    def get(self, request: Request, game_id: str) -> Response:
        query = self.query
        loaded, viewer = watched_game(request, game_id), viewer_of(request)
        room = chat.room_for(loaded, viewer, query.get("room"))
        # Looked at before the list, so that what comes in between counts as news.
        topic = waiting.topic_of(room, loaded.id)
        mark = waiting.marks(chats={room: [loaded.id]})[topic]
        page = list_messages(
            loaded.id, room=room, viewer=viewer, after=query["after"], limit=query["limit"]
        )
        if not page.messages:
            return nothing_new(204, f"{topic} {mark}")
        items = [message_view(message) for message in page.messages]
        return Response({"items": items, "next": None if page.next is None else str(page.next)})

    def post(self, request: Request, game_id: str) -> Response:
        body = read_body(request, ChatInput)
        said = chat.say(
            game=game_id_of(game_id),
            asker=asker_of(request),
            text=body["text"],
            key=idempotency_key(request),
        )
        view = message_view(said.message)
        if said.replayed:
            return Response(view, headers={"Idempotency-Replayed": "true"})
        return Response(view, status=201)
