"""Links: what an answer with a game leads to, for readers and for programs that follow them."""

from typing import Any

from config.openapi.components import Schema

_MOVE = "make_move"
_PLACES = {"GameView": "", "NewGame": "", "MoveMade": "/game"}
"""Shapes of answers that hold a game, with the JSON pointer to it."""


def add(document: dict[str, Any]) -> dict[str, Schema]:
    """Add links to every answer that holds a game; return the components they refer to."""
    targets = sorted(
        operation["operationId"]
        for name, path in document["paths"].items()
        for operation in path.values()
        if "/games/{game_id}" in name
    )
    for path in document["paths"].values():
        for operation in path.values():
            for response in operation["responses"].values():
                where = _game_in(response)
                if where is not None:
                    response["links"] = {
                        target: {"$ref": f"#/components/links/{_name(target, where)}"}
                        for target in targets
                    }
    return {
        _name(target, where): _link(target, where)
        for where in sorted(set(_PLACES.values()))
        for target in targets
    }


def _game_in(response: dict[str, Any]) -> str | None:
    content = response.get("content", {}).get("application/json", {})
    return _PLACES.get(content.get("schema", {}).get("$ref", "").rpartition("/")[2])


def _name(target: str, where: str) -> str:
    return target + where.replace("/", "_of_")


def _link(target: str, where: str) -> Schema:
    link: Schema = {
        "operationId": target,
        "parameters": {"game_id": f"$response.body#{where}/id"},
    }
    if target == _MOVE:
        decision = f"$response.body#{where}/decision"
        link["requestBody"] = {
            "decision": f"{decision}/id",
            "move": f"{decision}/legal_moves/0",
        }
    return link
