"""What SQLAlchemy's expressions and values are in the server's SQL."""

import math
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from functools import cached_property
from typing import Any, Optional

from sqlalchemy import exc
from sqlalchemy.sql import compiler, elements, selectable, sqltypes, type_api, visitors

_DIVIDES_TRULY = hasattr(compiler.SQLCompiler, "visit_truediv_binary")  # since SQLAlchemy 2

_Literals = Callable[[Any], str]

_ARITHMETIC = {"add", "sub", "mul", "truediv", "div", "floordiv", "mod"}
_TIMES = (sqltypes.Date, sqltypes.DateTime)
_NUMBERS = (sqltypes.Integer, sqltypes.Numeric, sqltypes.Float)

_IN_FUNCTION, _IN_UNNEST, _IN_ARITHMETIC, _ELSEWHERE = "function", "unnest", "arithmetic", "elsewhere"


def _number(value: Any) -> str:
    if isinstance(value, Decimal):
        return format(value, "f") if value.is_finite() else _number(float(value))
    value = float(value)
    if not math.isfinite(value):
        return f"CAST('{'NaN' if math.isnan(value) else 'Infinity' if value > 0 else '-Infinity'}' AS DOUBLE)"
    text = repr(value)
    return text if "e" in text else text + "E0"  # without it, it would be a decimal


def _moment(value: Any) -> str:
    if not isinstance(value, datetime):
        return f"DATE '{value.isoformat()}'"
    if value.tzinfo is not None:
        value = value.astimezone(timezone.utc).replace(tzinfo=None)
    digits = "microseconds" if value.microsecond % 1000 else "milliseconds"
    return f"TIMESTAMP '{value.isoformat(sep=' ', timespec=digits)}'"


def _interval(value: timedelta) -> str:
    sign, size = ("-", -value) if value < timedelta() else ("", value)
    if not size.seconds and not size.microseconds:
        return f"INTERVAL '{sign}{size.days}' DAY"
    minutes, seconds = divmod(size.seconds, 60)
    time = f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}.{size.microseconds:06}"
    return f"INTERVAL '{sign}{size.days} {time}' DAY TO SECOND"


class _Date(sqltypes.Date):
    def literal_processor(self, dialect: Any) -> _Literals:
        return _moment


class _DateTime(sqltypes.DateTime):
    def literal_processor(self, dialect: Any) -> _Literals:
        return lambda value: _moment(
            value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
        )


class _Float(sqltypes.Float):
    def literal_processor(self, dialect: Any) -> _Literals:
        return _number


class _Real(sqltypes.REAL):
    def literal_processor(self, dialect: Any) -> _Literals:
        return lambda value: f"CAST({_number(value)} AS REAL)"


class _Numeric(sqltypes.Numeric):
    def literal_processor(self, dialect: Any) -> _Literals:
        return lambda value: str(value) if isinstance(value, int) else _number(value)

    def result_processor(self, dialect: Any, coltype: Any) -> Optional[Callable[[Any], Any]]:
        if not self.asdecimal:
            return super().result_processor(dialect, coltype)
        return lambda value: Decimal(repr(value)) if isinstance(value, float) else value  # as quotients are


class _Bytes(sqltypes.LargeBinary):
    def literal_processor(self, dialect: Any) -> _Literals:
        return lambda value: f"X'{bytes(value).hex()}'"


class _List(sqltypes.ARRAY):
    def literal_processor(self, dialect: Any) -> _Literals:
        item = self.item_type.dialect_impl(dialect).literal_processor(dialect)
        if item is None:
            raise exc.CompileError(f"there are no literals of a list of {self.item_type!r}; bind it")

        def literal(value: Any) -> str:
            if value is None:
                return "NULL"
            return "ARRAY[" + ", ".join(map(literal, value)) + "]" if isinstance(value, (list, tuple)) else item(value)

        name = dialect.type_compiler.process(self)
        return lambda value: (
            literal(value) if any(v is not None for v in value) else f"CAST({literal(value)} AS {name})"
        )


class _Interval(type_api.NativeForEmulated, sqltypes._AbstractInterval):
    """No parameter can be one, so it is always a literal."""

    __visit_name__ = "INTERVAL"
    native = True

    @classmethod
    def adapt_emulated_to_native(cls, interval: Any, **options: Any) -> "_Interval":
        return cls()

    @property
    def _type_affinity(self) -> Any:
        return sqltypes.Interval

    def literal_processor(self, dialect: Any) -> _Literals:
        return _interval

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        def process(value: Any) -> Any:
            if value is None or isinstance(value, timedelta):
                return value
            months, days, nanoseconds = value
            return value if months else timedelta(days=days, microseconds=nanoseconds // 1000)

        return process


LITERALS = {
    sqltypes.Date: _Date,
    sqltypes.DateTime: _DateTime,
    sqltypes.Float: _Float,
    sqltypes.Interval: _Interval,
    sqltypes.LargeBinary: _Bytes,
    sqltypes.Numeric: _Numeric,
    sqltypes.REAL: _Real,
    sqltypes.ARRAY: _List,
}


class OmniGraphIdentifierPreparer(compiler.IdentifierPreparer):
    """Quotes every name: a type or property may be called like any word of SQL."""

    def _requires_quotes(self, value: str) -> bool:
        return True


class OmniGraphTypeCompiler(compiler.GenericTypeCompiler):
    def visit_DATETIME(self, type_: Any, **options: Any) -> str:
        return "TIMESTAMP(3)"

    def visit_TIMESTAMP(self, type_: Any, **options: Any) -> str:
        return "TIMESTAMP(3)"

    def visit_TEXT(self, type_: Any, **options: Any) -> str:
        return "VARCHAR"

    visit_CLOB = visit_NCLOB = visit_NVARCHAR = visit_NCHAR = visit_CHAR = visit_TEXT

    def visit_large_binary(self, type_: Any, **options: Any) -> str:
        return "VARBINARY"

    visit_BLOB = visit_BINARY = visit_VARBINARY = visit_large_binary

    def visit_FLOAT(self, type_: Any, **options: Any) -> str:
        return "DOUBLE"

    visit_DOUBLE = visit_DOUBLE_PRECISION = visit_FLOAT

    def visit_INTERVAL(self, type_: Any, **options: Any) -> str:
        return "INTERVAL DAY TO SECOND"

    visit_interval = visit_INTERVAL

    def visit_ARRAY(self, type_: Any, **options: Any) -> str:
        return self.process(type_.item_type, **options) + " ARRAY" * (type_.dimensions or 1)


class OmniGraphCompiler(compiler.SQLCompiler):
    """Values are parameters of the statement, but where the server needs their type or the value itself.

    Two parameters are never the same to the server. So the values of a grouped expression, which must be the same
    wherever it stands, are literals. They are put in when the statement runs; the compiled statement is cached all
    the same.
    """

    def visit_bindparam(
        self,
        bindparam: Any,
        within_columns_clause: bool = False,
        literal_binds: bool = False,
        literal_execute: bool = False,
        place: Optional[str] = None,
        **options: Any,
    ) -> str:
        if not literal_binds and not literal_execute:
            is_alone = place is None and within_columns_clause
            literal_execute = self._is_literal(bindparam, place, is_alone)
        text = super().visit_bindparam(
            bindparam,
            within_columns_clause=within_columns_clause,
            literal_binds=literal_binds,
            literal_execute=literal_execute,
            **options,
        )
        if literal_binds or literal_execute or bindparam.expanding:
            return text
        impl = bindparam.type.dialect_impl(self.dialect)
        needs_type = (place == _IN_ARITHMETIC and isinstance(impl, (sqltypes.Float, *_TIMES))) or (
            place == _IN_UNNEST and isinstance(impl, sqltypes.ARRAY)
        )
        return f"CAST({text} AS {self.dialect.type_compiler.process(bindparam.type)})" if needs_type else text

    def _is_literal(self, bindparam: Any, place: Optional[str], is_alone: bool) -> bool:
        impl = bindparam.type.dialect_impl(self.dialect)
        if isinstance(impl, _Interval):
            return True
        if self.for_executemany:
            return False
        before = self.binds.get(bindparam.key)
        if before is not None:
            return before in self.literal_execute_params  # a value is the one or the other in the whole statement
        if bindparam.key in self._values_that_are_grouped:
            return True
        if bindparam.expanding or not isinstance(impl, (*_NUMBERS, *_TIMES)):
            return False
        if is_alone or not isinstance(impl, _NUMBERS):
            return is_alone
        return place == _IN_FUNCTION or (place == _IN_ARITHMETIC and isinstance(impl, _Numeric))

    @cached_property
    def _values_that_are_grouped(self) -> frozenset[str]:
        """The keys of all values in what groups, or orders distinct rows, and in what the same select shows of it."""
        found: set[str] = set()
        for select in visitors.iterate(self.statement):
            if isinstance(select, selectable.Select):
                grouping = select._group_by_clauses or (select._order_by_clauses if select._distinct else ())
                if _values(grouping):
                    found |= _values(
                        (
                            *select._raw_columns,
                            *select._group_by_clauses,
                            *select._having_criteria,
                            *select._order_by_clauses,
                        )
                    )
        return frozenset(found)

    def visit_select(self, select_stmt: Any, *arguments: Any, place: Optional[str] = None, **options: Any) -> str:
        return super().visit_select(select_stmt, *arguments, **options)

    def visit_function(self, func: Any, *arguments: Any, place: Optional[str] = None, **options: Any) -> str:
        inside = _IN_UNNEST if func.name.lower() == "unnest" else _IN_FUNCTION
        return super().visit_function(func, *arguments, place=inside, **options)

    def visit_cast(self, cast: Any, *arguments: Any, place: Optional[str] = None, **options: Any) -> str:
        return super().visit_cast(cast, *arguments, place=_ELSEWHERE, **options)

    def visit_try_cast(self, cast: Any, place: Optional[str] = None, **options: Any) -> str:
        value = self.process(cast.clause, place=_ELSEWHERE, **options)
        return f"TRY_CAST({value} AS {self.process(cast.typeclause, **options)})"

    def visit_binary(self, binary: Any, *arguments: Any, place: Optional[str] = None, **options: Any) -> str:
        operator = binary.operator.__name__
        if operator == "sub" and isinstance(binary.left.type, _TIMES) and isinstance(binary.right.type, _TIMES):
            raise exc.CompileError(
                "two dates or times are not subtracted here; write"
                " func.datediff(literal_column('DAY'), earlier, later), or func.timestampdiff for whole units"
            )
        inside = _IN_ARITHMETIC if operator in _ARITHMETIC else _ELSEWHERE
        return super().visit_binary(binary, *arguments, place=inside, **options)

    def visit_truediv_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        if not _DIVIDES_TRULY:
            return f"{self.process(binary.left, **options)} / {self.process(binary.right, **options)}"
        return self._quotient(binary, **options)

    def visit_floordiv_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        if all(type_._type_affinity is sqltypes.Integer for type_ in (binary.left.type, binary.right.type)):
            return f"{self.process(binary.left, **options)} / {self.process(binary.right, **options)}"
        return f"FLOOR({self._quotient(binary, **options)})"

    def _quotient(self, binary: Any, **options: Any) -> str:
        """Of doubles, unless decimals with a scale are divided: whole numbers have a whole quotient in SQL."""
        left, right = binary.left, binary.right
        is_as_it_is = isinstance(left.type, sqltypes._AbstractInterval) or _is_decimal(left) or _is_decimal(right)
        if not is_as_it_is or _is_float(left) or _is_float(right):
            left = elements.Cast(left, sqltypes.Float())
        return f"{self.process(left, **options)} / {self.process(right, **options)}"

    def visit_bitwise_or_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return f"BITOR({self.process(binary.left, **options)}, {self.process(binary.right, **options)})"

    def visit_getitem_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        options["place"] = _IN_FUNCTION
        items = self.process(binary.left, **options)
        if not isinstance(binary.right, elements.Slice):
            return f"{items}[{self.process(binary.right, **options)}]"
        part = binary.right
        if not isinstance(part.step, elements.Null):
            raise exc.CompileError("a part of a list has a start and a stop here, and no step")
        start, stop = ("NULL" if b is None else self.process(b, **options) for b in (part.start, part.stop))
        return f"ARRAY_SLICE({items}, {start}, {stop})"

    def visit_json_getitem_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        raise exc.CompileError("JSON is text here; write func.json_value(text, '$.a.b') or func.json_query")

    visit_json_path_getitem_op_binary = visit_json_getitem_op_binary

    def visit_regexp_match_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return f"REGEXP_LIKE({self._pattern(binary, **options)})"

    def visit_not_regexp_match_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return "NOT " + self.visit_regexp_match_op_binary(binary, operator, **options)

    def visit_regexp_replace_op_binary(self, binary: Any, operator: Any, **options: Any) -> str:
        return f"REGEXP_REPLACE({self._pattern(binary, **options)})"

    def _pattern(self, binary: Any, **options: Any) -> str:
        flags = binary.modifiers["flags"]
        if flags is not None and not isinstance(flags, str):
            flags = flags.value  # as SQLAlchemy 1.4 keeps them
        text = f"{self.process(binary.left, **options)}, {self.process(binary.right, **options)}"
        return text if flags is None else f"{text}, {self.render_literal_value(flags, sqltypes.STRINGTYPE)}"

    def visit_aggregate_strings_func(self, func: Any, **options: Any) -> str:
        options.pop("use_function_name", None)
        return f"STRING_AGG{self.function_argspec(func, **options)}"

    def render_literal_value(self, value: Any, type_: Any, *arguments: Any, **options: Any) -> str:
        if isinstance(type_, sqltypes.NullType) or isinstance(value, str) and isinstance(type_, _NUMBERS):
            type_ = sqltypes._resolve_value_to_type(value)
        return super().render_literal_value(value, type_, *arguments, **options)

    def get_select_precolumns(self, select: Any, **options: Any) -> str:
        if select._distinct_on:
            raise exc.CompileError("DISTINCT ON is not done here; number the rows with func.row_number().over(…)")
        return super().get_select_precolumns(select, **options)

    def limit_clause(self, select: Any, **options: Any) -> str:
        text = ""
        if select._limit_clause is not None:
            text += "\n LIMIT " + self.process(select._limit_clause, **options)
        if select._offset_clause is not None:
            text += "\n OFFSET " + self.process(select._offset_clause, **options)
        return text

    def for_update_clause(self, select: Any, **options: Any) -> str:
        return ""


class OmniGraphDDLCompiler(compiler.DDLCompiler):
    def visit_create_table(self, create: Any, **options: Any) -> str:
        raise exc.CompileError(
            f"type '{create.element.name}' cannot be made from here: types come from the graph's .pg file;"
            " add it there first"
        )

    def visit_drop_table(self, drop: Any, **options: Any) -> str:
        raise exc.CompileError(
            f"type '{drop.element.name}' cannot be dropped from here: types come from the graph's .pg file;"
            " delete its rows instead"
        )


def _is_decimal(operand: Any) -> bool:
    """Whether it surely has a fraction to the server too; a value such as Decimal(7) is a whole number there."""
    return operand.type._type_affinity is sqltypes.Numeric and bool(operand.type.scale) and not _is_value(operand)


def _is_float(operand: Any) -> bool:
    return isinstance(operand.type, sqltypes.Float)


def _is_value(operand: Any) -> bool:
    return isinstance(operand, (elements.BindParameter, elements.TypeCoerce))


def _values(clauses: Any) -> set[str]:
    return {
        element.key
        for clause in clauses
        for element in visitors.iterate(clause)
        if isinstance(element, elements.BindParameter)
    }
