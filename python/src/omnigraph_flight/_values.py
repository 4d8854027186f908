"""Python values as Arrow arrays: each value is exactly what it was, and a column may have values of several types."""

import datetime
import sys
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import chain
from typing import Any, Optional

import pyarrow
from adbc_driver_manager import AdbcStatusCode, DataError, NotSupportedError

from omnigraph_flight._errors import wrong

_MOST_WHOLE_DIGITS, _MOST_DIGITS = 38, 76
_MOST_LETTERS = 400  # of a reason, since Arrow's have the value in them
_MICROSECONDS = pyarrow.timestamp("us")  # a time in a zone is its time in UTC, as a time without one is
_LIST = "list"  # whose items have types of their own
_SIMPLE = {
    bool: pyarrow.bool_(),
    float: pyarrow.float64(),
    str: pyarrow.string(),
    bytes: pyarrow.binary(),
    datetime.date: pyarrow.date32(),
    datetime.datetime: _MICROSECONDS,
}
_LONG = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
_UNBINDABLE = (OverflowError, TypeError, ValueError, pyarrow.ArrowException)

_Typed = list[tuple[Any, Any]]  # each value with its type; none has null
_Mixed = Callable[[_Typed], pyarrow.Array]


def bound_row(parameters: Any) -> Any:
    """What a statement is bound to, Arrow data as it is; None for no values."""
    if parameters is None or _is_arrow(parameters):
        return _bound_arrow(parameters)
    values = _values(parameters, "parameters are")
    return _batch([values], lambda _: "") if values else None


def bound_rows(rows: Any) -> Any:
    """The same for a statement that runs once for each row."""
    if rows is None or _is_arrow(rows):
        return _bound_arrow(rows)
    if isinstance(rows, Mapping):
        rows = [rows]
    found = [_values(row, f"row {i} is") for i, row in enumerate(rows, 1)]
    for i, row in enumerate(found, 1):
        if len(row) != len(found[0]):
            raise wrong(f"row {i} has {len(row)} values, and the first one has {len(found[0])}; give each row the same")
    return _batch(found, lambda i: f" of row {i + 1}") if found else None


def _is_arrow(data: Any) -> bool:
    is_series = type(data).__name__ == "Series"  # which is a sequence of values, such as a row of a frame
    return not is_series and (hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"))


def _bound_arrow(data: Any) -> Any:
    return table_of(data, _union) if is_frame(data) else data


def _values(values: Any, what: str) -> Sequence[Any]:
    if isinstance(values, Mapping):
        if not values:
            return ()
        raise NotSupportedError(
            "parameters are bound by place: write ? and give a sequence of values; those of a .gq query are bound by"
            " name as a record batch of one row"
        )
    try:
        if not isinstance(values, (set, frozenset)):
            return tuple(values)
    except TypeError:
        pass
    raise wrong(f"{what} a sequence of values, such as a tuple, and not a {type(values).__name__}")


def _batch(rows: list[Sequence[Any]], place: Callable[[int], str]) -> pyarrow.RecordBatch:
    columns = [_column(values, i, place) for i, values in enumerate(zip(*rows))]
    if not columns:
        return pyarrow.record_batch([pyarrow.nulls(len(rows))], names=["0"]).select([])
    return pyarrow.record_batch(columns, names=[str(i) for i in range(len(columns))])


def _column(values: Sequence[Any], i: int, place: Callable[[int], str]) -> pyarrow.Array:
    try:
        return array(values, _union)
    except _UNBINDABLE as whole:
        for row, value in enumerate(values):
            try:
                array([value], _union)
            except _UNBINDABLE as e:
                raise _unbound(f"parameter {i + 1}{place(row)}: {e}") from e
        raise _unbound(f"parameter {i + 1}: {whole}") from whole


def _unbound(reason: str) -> DataError:
    return DataError(f"a value cannot be bound: {reason[:_MOST_LETTERS]}", status_code=AdbcStatusCode.INVALID_ARGUMENT)


def array(values: Sequence[Any], mixed: _Mixed) -> pyarrow.Array:
    """An array of the type that all values have; what ``mixed`` makes of them where there are several."""
    kinds = set(map(type, values))
    kinds.discard(type(None))
    if kinds == {int}:
        try:
            return pyarrow.array(values, pyarrow.int64())
        except OverflowError:
            pass
    elif len(kinds) == 1:
        simple = _SIMPLE.get(*kinds)
        if simple is not None:
            return _alike(simple, values, mixed)
    typed = [_typed(value) for value in values]
    types = _types(typed)
    if not types:
        return pyarrow.nulls(len(values))
    return _alike(types[0], [v for _, v in typed], mixed) if len(types) == 1 else mixed(typed)


def _types(typed: _Typed) -> list[Any]:
    found = {id(type_): type_ for type_, _ in typed if type_ is not None}  # types themselves are slow as keys
    return list(dict.fromkeys(found.values()))


def _alike(type_: Any, values: Sequence[Any], mixed: _Mixed) -> pyarrow.Array:
    if type_ is _LIST:
        return _lists(values, mixed)
    made = pyarrow.array(values, type_)
    if isinstance(made, pyarrow.ChunkedArray):  # as what is beyond 2 GiB
        made = pyarrow.array(values, _LONG.get(type_, type_))
    return made


def _lists(values: Sequence[Any], mixed: _Mixed) -> pyarrow.Array:
    kinds = set(map(type, chain.from_iterable(value for value in values if isinstance(value, (list, tuple)))))
    simple = _SIMPLE.get(*kinds) if len(kinds) == 1 else None
    if simple is not None and set(map(type, values)) <= {list, tuple, type(None)}:
        return _alike(pyarrow.list_(simple), values, mixed)
    ends, end = [0], 0
    for value in values:
        end += 0 if value is None else len(value)
        ends.append(end)
    # A list that is null is marked at its start.
    starts = [None if value is None else start for value, start in zip(values, ends)]
    return pyarrow.ListArray.from_arrays(pyarrow.array([*starts, end], pyarrow.int32()), _items(values, mixed))


def _items(values: Sequence[Any], mixed: _Mixed) -> pyarrow.Array:
    present = [value for value in values if value is not None]
    numpy = sys.modules.get("numpy")
    if numpy is not None and set(map(type, present)) == {numpy.ndarray}:
        kinds = {(value.dtype, value.ndim) for value in present}
        if len(kinds) == 1 and present[0].dtype.kind in "biuf" and present[0].ndim == 1:
            return pyarrow.array(numpy.concatenate(present))
    return array(list(chain.from_iterable(present)), _common_or_union if mixed is _union else mixed)


def _typed(value: Any) -> tuple[Any, Any]:
    simple = _SIMPLE.get(type(value))
    if simple is not None:
        return simple, value
    if value is None or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant"):
        return None, None
    if isinstance(value, int):
        return _whole(int(value))
    if isinstance(value, Decimal):
        return _decimal(value)
    if hasattr(value, "to_datetime64"):  # of pandas: has nanoseconds, and years that no datetime has
        return _numpy_moment(value.to_datetime64())
    if _is_numpy(value) and hasattr(value, "dtype") and value.dtype.kind in "biufmM" and not value.shape:
        return _numpy_value(value)
    for kind, type_ in ((float, pyarrow.float64()), (str, pyarrow.string()), (datetime.datetime, _MICROSECONDS)):
        if isinstance(value, kind):
            return type_, value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return pyarrow.binary(), bytes(value)
    if isinstance(value, (list, tuple, set, frozenset)) or _is_numpy_array(value):
        return _LIST, value
    if isinstance(value, pyarrow.Scalar):
        return (value.type, value) if value.is_valid else (None, None)
    return _inferred(value), value


def _inferred(value: Any) -> pyarrow.DataType:
    type_ = pyarrow.array([value]).type
    if pyarrow.types.is_temporal(type_) or pyarrow.types.is_nested(type_):
        raise ValueError(f"no value here is a {type(value).__name__}; give it as a text or a number")
    return type_


def _whole(value: int) -> tuple[pyarrow.DataType, Any]:
    if -(1 << 63) <= value < 1 << 63:
        return pyarrow.int64(), value
    if abs(value) >= 10**_MOST_WHOLE_DIGITS:
        raise ValueError(f"it has more than {_MOST_WHOLE_DIGITS} digits")
    return _decimals(_MOST_WHOLE_DIGITS, 0), Decimal(value)


def _decimal(value: Decimal) -> tuple[pyarrow.DataType, Decimal]:
    """With the digits after the point that it has, since they are part of its text."""
    if not value.is_finite():
        raise ValueError(f"no decimal is {value}; bind float('{value}')")
    _, digits, exponent = value.as_tuple()
    scale = max(0, -int(exponent))
    precision = max(scale, len(digits) + max(0, int(exponent)))
    if precision <= _MOST_DIGITS:
        return _decimals(_MOST_WHOLE_DIGITS if precision <= _MOST_WHOLE_DIGITS else _MOST_DIGITS, scale), value
    raise ValueError(f"it has more than {_MOST_DIGITS} digits")


@cache
def _decimals(digits: int, scale: int) -> pyarrow.DataType:
    return (pyarrow.decimal128 if digits == _MOST_WHOLE_DIGITS else pyarrow.decimal256)(digits, scale)


def _is_numpy(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "numpy"


def _is_numpy_array(value: Any) -> bool:
    return _is_numpy(value) and hasattr(value, "ndim") and value.ndim > 0


def _numpy_value(value: Any) -> tuple[Optional[pyarrow.DataType], Any]:
    value = value[()]  # of an array without dimensions
    if value.dtype.kind == "M":
        return _numpy_moment(value)
    if value.dtype.kind == "m":
        return _inferred(value), value
    return _numpy_type(value.dtype), value


@cache
def _numpy_type(kind: Any) -> pyarrow.DataType:
    return pyarrow.from_numpy_dtype(kind)


def _numpy_moment(value: Any) -> tuple[Optional[pyarrow.DataType], Any]:
    if value != value:  # not a time
        return None, None
    unit = value.dtype.name.partition("[")[2].rstrip("]")
    known = {"D": "D", "W": "D", "M": "D", "Y": "D", "h": "s", "m": "s", "s": "s", "ms": "ms", "us": "us"}.get(
        unit, "ns"
    )
    made = value.astype(f"datetime64[{known}]")
    if made.astype(value.dtype) != value:
        raise ValueError(f"no timestamp has the digits of {value}")
    if known == "D":
        return pyarrow.date32(), int(made.astype("int64"))
    return pyarrow.timestamp(known), int(made.astype("int64"))


def _union(typed: _Typed) -> pyarrow.Array:
    """A dense union, in which each row has the type of its own value; a null is one of the first type."""
    types = _types(typed)
    seen = {id(type_): type_ for type_, _ in typed}
    numbers = {key: 0 if type_ is None else types.index(type_) for key, type_ in seen.items()}
    children: list[list[Any]] = [[] for _ in types]
    ids, offsets = [], []
    for type_, value in typed:
        i = numbers[id(type_)]
        ids.append(i)
        offsets.append(len(children[i]))
        children[i].append(value)
    return pyarrow.UnionArray.from_dense(
        pyarrow.array(ids, pyarrow.int8()),
        pyarrow.array(offsets, pyarrow.int32()),
        [_alike(type_, values, _union) for type_, values in zip(types, children)],
        [f"type{i}" for i in range(len(types))],
    )


def _common_or_union(typed: _Typed) -> pyarrow.Array:
    """The items of a list that is bound: the server takes the type of a list from one of them."""
    try:
        return _common(typed)
    except _UNBINDABLE:
        return _union(typed)


def _common(typed: _Typed) -> pyarrow.Array:
    """Of one type that holds each value as it is, since no column that is stored has several."""
    types = _types(typed)
    if all(type_ is not _LIST and pyarrow.types.is_temporal(type_) for type_ in types):
        return _moments(typed)
    if all(type_ is not _LIST and _is_number(type_) for type_ in types):
        return pyarrow.array([value for _, value in typed])
    raise ValueError("it has values of several types, " + ", ".join(map(str, types)) + "; give them one")


def _is_number(type_: pyarrow.DataType) -> bool:
    kinds = pyarrow.types
    return kinds.is_integer(type_) or kinds.is_floating(type_) or kinds.is_decimal(type_)


def _moments(typed: _Typed) -> pyarrow.Array:
    finest = pyarrow.timestamp("ns" if pyarrow.timestamp("ns") in _types(typed) else "us")
    parts = [pyarrow.array([value], type_).cast(finest) for type_, value in typed if type_ is not None]
    places = iter(range(len(parts)))
    return pyarrow.concat_arrays(parts).take(
        pyarrow.array([None if type_ is None else next(places) for type_, _ in typed], pyarrow.int64())
    )


def is_frame(data: Any) -> bool:
    return _is_frame_of("pandas", data) or _is_frame_of("polars", data)


def _is_frame_of(library: str, data: Any) -> bool:
    return isinstance(data, getattr(sys.modules.get(library), "DataFrame", ()))


def table_of(frame: Any, mixed: _Mixed = _common) -> pyarrow.Table:
    """A frame of pandas or Polars, whose columns of objects may have values of several types."""
    return (_table_of_polars if _is_frame_of("polars", frame) else _table_of_pandas)(frame, mixed)


def _table_of_pandas(frame: Any, mixed: _Mixed) -> pyarrow.Table:
    objects = [i for i, kind in enumerate(frame.dtypes) if _has_objects(kind)]
    others = [i for i in range(len(frame.columns)) if i not in objects]
    try:
        table = pyarrow.Table.from_pandas(frame.iloc[:, others])
    except _UNBINDABLE as e:
        raise _unsent(str(e)) from e
    for i in objects:
        column = frame.iloc[:, i]
        values = [None if is_missing else value for value, is_missing in zip(column, column.isna())]
        table = table.add_column(i, str(column.name), _objects(column.name, values, mixed))
    return table


def _has_objects(kind: Any) -> bool:
    """Of a column of pandas, or of its categories unless they are texts."""
    if kind.name != "category":
        return kind == object
    return kind.categories.dtype == object and set(map(type, kind.categories)) != {str}


def _table_of_polars(frame: Any, mixed: _Mixed) -> pyarrow.Table:
    """Polars itself gives Arrow the addresses of objects."""
    columns = {}
    for column in frame:
        if str(column.dtype) == "Object":
            columns[column.name] = _objects(column.name, column.to_list(), mixed)
        else:
            try:
                columns[column.name] = pyarrow.table(column.to_frame()).column(0)
            except _UNBINDABLE as e:
                raise _unsent(f"column '{column.name}' has the type {column.dtype}: {e}") from e
    return pyarrow.table(columns)


def _objects(name: Any, values: list[Any], mixed: _Mixed) -> pyarrow.Array:
    try:
        return array(values, mixed)
    except _UNBINDABLE as e:
        raise _unsent(f"column '{name}': {e}") from e


def _unsent(reason: str) -> DataError:
    return DataError(f"the frame cannot be sent: {reason[:_MOST_LETTERS]}", status_code=AdbcStatusCode.INVALID_ARGUMENT)
