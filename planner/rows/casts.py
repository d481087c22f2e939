"""Casts as row forms, and the texts of values."""

from __future__ import annotations

from typing import Final

from planner.rows.kinds import FLOAT, INT, NUMERIC, TEXT, kind_of, local_form, session
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings

_MOMENTS: Final = (t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ)
_SCALE_MAX: Final = 30
#: What texts are read by, under the order MDY.
_READ: Final = {
    **{name: f"py_parse_{name}({{0}})" for name in ("bool", "int2", "int4", "int8", "float8", "json", "jsonb", "bytea")},
    "numeric": "Decimal(py_parse_numeric({0}))",
    "date": "near_date(py_parse_date({0}))",
    "timestamp": "near(py_parse_timestamp({0}))",
}  # fmt: skip


def cast_form(source: t.SqlType, target: t.SqlType, settings: PlanSettings) -> str | None:
    """The form of a cast: "{0}" where the value stays. Of casts to integers `narrowed` has more to say."""
    if target.typmod != -1:
        return _modified(source, target, settings)
    kind, wanted = kind_of(source.pg), kind_of(target.pg)
    if kind is None or wanted is None or (target.pg is t.NAME and source.pg is not t.NAME):
        return None
    if kind == wanted:
        if source.pg is t.FLOAT8 and target.pg is t.FLOAT4:
            return "single({0})"
        return "{0}" if source.pg is target.pg or kind in (INT, TEXT) or target.pg is t.FLOAT8 else None
    if wanted == TEXT:
        return "('true' if {0} else 'false')" if kind == "bool" else text_form(source.pg, settings)
    if kind == TEXT:
        return _read(target.pg, settings)
    if kind in ("json", "jsonb"):
        return _of_document(source.pg, target.pg)
    if source.pg in _MOMENTS and target.pg in _MOMENTS:
        return _moment(source.pg, target.pg, settings)
    return _number(source.pg, target.pg)


def _modified(source: t.SqlType, target: t.SqlType, settings: PlanSettings) -> str | None:
    """To varchar(n) and numeric(p, s)."""
    whole = cast_form(source, t.SqlType(target.pg), settings)
    if whole is not None and target.pg is t.VARCHAR:
        return f"({whole})[:{target.typmod - t.TYPMOD_HEADER}]"
    declared = t.numeric_precision_scale(target.typmod) if target.pg is t.NUMERIC else None
    if whole is None or declared is None or declared[1] > _SCALE_MAX:
        return None
    return f"numeric_scaled({whole}, {declared[0]}, {declared[1]})"


def text_form(pg: t.PgType, settings: PlanSettings) -> str | None:
    """A value in Postgres's output syntax."""
    if any(name == pg.name for name, _ in settings.unusual_texts):
        return None
    match pg.name:
        case "bool":
            return "('t' if {0} else 'f')"
        case "int2" | "int4" | "int8":
            return "str({0})"
        case "float4":
            return "py_float4_text({0})"
        case "float8":
            return "format_float8({0})"
        case "numeric":
            return "numeric_text({0})"
        case "bytea":
            return "py_bytea_text({0})"
        case "date":
            return f"date_text({settings.date_style!r})(near_date({{0}}))"
        case "timestamp":
            return f"timestamp_text({settings.date_style!r})(near({{0}}))"
        case "timestamptz" if session(settings) is not None:
            return f"timestamptz_text({settings.date_style!r}, {settings.timezone!r})(near({{0}}))"
    return "{0}" if kind_of(pg) in (TEXT, "json", "jsonb") else None


def _read(target: t.PgType, settings: PlanSettings) -> str | None:
    form = _READ.get(target.name)
    if target in _MOMENTS and settings.date_order != "MDY":
        return None
    return form


def _of_document(source: t.PgType, target: t.PgType) -> str | None:
    if source is t.JSON:
        return "py_parse_jsonb({0})" if target is t.JSONB else None
    if target is t.JSON:
        return "{0}"
    if kind_of(target) == "bool":
        return "py_jsonb_scalar({0}, 'bool') == 'true'"
    text = f"py_jsonb_scalar({{0}}, '{target.name}')"
    if kind_of(target) == INT:
        return f"int({text})"
    return {"numeric": f"Decimal({text})", "float8": f"numeric_float(Decimal({text}))"}.get(target.name)


def _moment(source: t.PgType, target: t.PgType, settings: PlanSettings) -> str | None:
    """Local times between."""
    local = "near_date({0}) * 86400000000" if source is t.DATE else local_form(source, "{0}", settings)
    if local is None or (target is t.TIMESTAMPTZ and session(settings) is None):
        return None
    if target is t.TIMESTAMPTZ:
        return local if settings.timezone == "UTC" else f"from_local({local}, {session(settings)})"
    return f"{local} // 86400000000" if target is t.DATE else local


def _number(source: t.PgType, target: t.PgType) -> str | None:
    kind, wanted = kind_of(source), kind_of(target)
    if source is t.FLOAT8 and wanted == NUMERIC:
        return "float_numeric({0})"
    if kind == INT and wanted in (FLOAT, NUMERIC):
        # An int8 would be rounded twice.
        single = "single({0})" if source is not t.INT8 else None
        return {"float8": "float({0})", "numeric": "Decimal({0})"}.get(target.name, single)
    if kind == NUMERIC and target is t.FLOAT8:
        return "numeric_float({0})"
    if wanted == INT and kind in (FLOAT, NUMERIC):
        return "round(finite({0}))" if kind == FLOAT else "numeric_integer({0})"
    if kind == "bool" and target.name == "int4":
        return "int({0})"
    return "{0} != 0" if source.name == "int4" and wanted == "bool" else None
