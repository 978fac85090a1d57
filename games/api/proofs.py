"""The provable deal: what seats reveal before it, and what lets anybody check it."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, idempotency_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import read_body
from accounts.scopes import Scope
from games.api.answers import asker_of, game_id_of, view_response, watched_game
from games.api.inputs import EntropyInput
from games.api.replay_shapes import Proof
from games.api.shapes import GameView
from games.selectors import proofs
from games.services import entropy


class EntropyView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_PLAY}
    operations: ClassVar = {
        "POST": Operation(
            "reveal_entropy",
            "Reveal the entropy that your seat has committed to",
            "Only while the game waits for it: `deciding` then names your seat with the kind "
            "`reveal`. The last reveal starts the game. Once more changes nothing.",
            bodies=(EntropyInput,),
            examples={"32 random bytes": {"entropy": "0123456789abcdef" * 4}},
            answers={200: GameView},
            refusals=(
                "not_found",
                "not_seated",
                "no_commitment",
                "wrong_entropy",
                "reveal_too_early",
                "decision_expired",
                "game_started",
                "game_over",
                "rules_not_installed",
                "busy",
            ),
            key=Key.TAKEN,
        )
    }

    def post(self, request: Request, game_id: str) -> Response:
        committed = entropy.reveal(
            game=game_id_of(game_id),
            asker=asker_of(request),
            entropy=read_body(request, EntropyInput)["entropy"],
            key=idempotency_key(request),
        )
        return view_response(request, committed, status=200)


class ProofView(ApiView):
    scopes: ClassVar = {"GET": Scope.GAMES_READ}
    public: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "get_proof",
            "What lets you check the deals of a game",
            "While it runs commitments, entropy that was revealed and the seal of each deal; once it "
            "is over the secret as well. `herdbook verify` does the checking.",
            answers={200: Proof},
            refusals=("not_found",),
        )
    }

    def get(self, request: Request, game_id: str) -> Response:
        return Response(proofs.proof(watched_game(request, game_id)))
