"""The OpenAPI 3.1 description of the service, made from the table and the structs in it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from server.answers import Problem
from server.requests import Nothing

if TYPE_CHECKING:
    from server.operations import Operation

_REFERENCE = "#/components/schemas/{name}"
_PROBLEM = {"schema": {"$ref": _REFERENCE.format(name="Problem")}}
_REASONS = {
    200: "Done",
    201: "Created",
    400: "The body or the query cannot be read",
    403: "The bearer of the token may look, but not do this",
    404: "There is no such thing, or the bearer of the token may not know of it",
    409: "The log holds something else; `missed` are the events the client did not know of",
    413: "The body is too large",
    422: "The rules, or the state of the game, do not allow it",
    429: "Too much was asked; `Retry-After` says after how many seconds to ask again",
}
_TEXTS = ("text/plain", "application/x-ndjson")


def document(operations: Sequence["Operation"]) -> dict[str, Any]:
    """The description of all operations."""
    structs = {op.answer for op in operations if _is_struct(op.answer)}
    structs |= {op.body for op in operations if op.body is not Nothing}
    schemas = msgspec.json.schema_components(
        sorted({*structs, Problem}, key=lambda struct: struct.__name__), ref_template=_REFERENCE
    )[1]
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = re.sub(r":path\}", "}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cronica",
            "version": "1",
            "description": "Board games on an append-only log. Texts come in the language of "
            "`Accept-Language` (en, pt-BR). Problems are RFC 9457.",
        },
        "paths": paths,
        "security": [{"token": []}, {}],
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(operation: "Operation") -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": _name(operation),
        "parameters": [*_path_parameters(operation), *_query_parameters(operation)],
        "responses": _responses(operation),
    }
    if operation.method == "POST":
        described["requestBody"] = _request_body(operation)
    return described


def _name(operation: "Operation") -> str:
    path = operation.path.replace("/games/{game}", "/game").replace(":path", "")
    words = re.findall(r"[a-z]+", path)
    return "_".join([operation.method.lower(), *words])


def _path_parameters(operation: "Operation") -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)", operation.path)
    ]


def _query_parameters(operation: "Operation") -> list[dict[str, Any]]:
    if operation.query is None:
        free = {"type": "object", "additionalProperties": {"type": "string"}}
        return [{"name": "options", "in": "query", "schema": free, "style": "form"}]
    schema = msgspec.json.schema_components([operation.query], ref_template=_REFERENCE)[1]
    struct = schema[operation.query.__name__]
    required = struct.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": field}
        for name, field in struct["properties"].items()
    ]


def _request_body(operation: "Operation") -> dict[str, Any]:
    if operation.body is Nothing:
        schema: dict[str, Any] = {"type": "object", "additionalProperties": False}
    else:
        schema = {"$ref": _REFERENCE.format(name=operation.body.__name__)}
    needed = any(field.required for field in msgspec.structs.fields(operation.body))
    return {"required": needed, "content": {"application/json": {"schema": schema}}}


def _responses(operation: "Operation") -> dict[str, Any]:
    responses: dict[str, Any] = {
        str(operation.status): {
            "description": _REASONS[operation.status],
            "content": _content(operation),
        }
    }
    for status in operation.errors:
        responses[str(status)] = {
            "description": _REASONS[status],
            "content": {"application/problem+json": _PROBLEM},
        }
    responses["default"] = {
        "description": "The service is at fault, or its store takes nothing now",
        "content": {"application/problem+json": _PROBLEM},
    }
    return responses


def _content(operation: "Operation") -> dict[str, Any]:
    if operation.answer is bytes:
        return {"text/event-stream": {}}
    if operation.answer is str:
        return {media: {"schema": {"type": "string"}} for media in _TEXTS}
    if _is_struct(operation.answer):
        schema = {"$ref": _REFERENCE.format(name=operation.answer.__name__)}
        return {"application/json": {"schema": schema}}
    return {"application/json": {"schema": {}}}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
