"""Arrow data in messages that the server takes."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import pyarrow
from adbc_driver_manager import AdbcStatusCode, DataError, ProgrammingError

from omnigraph_flight._errors import wrong
from omnigraph_flight._values import is_frame, table_of

MESSAGE_BYTES = 64 << 20  # what a server takes; the driver's own limit is 16 MiB
SENT_BYTES = 48 << 20  # of a batch that is sent as it is; larger ones are cut


def cut(data: Any) -> Any:
    """The same rows in batches that fit a message each; at least one, since none would change and check nothing."""
    if is_frame(data):
        data = table_of(data).to_reader()
    reader = _reader(data)
    batches = iter(reader)
    first = list(islice(batches, 1))
    schema = _divisible(reader.schema, first)
    parts = _messages(chain(first, batches), schema)
    is_here = isinstance(data, (pyarrow.RecordBatch, pyarrow.Table))
    return pyarrow.RecordBatchReader.from_batches(schema, list(parts) if is_here else parts)


def messages(bound: Any) -> Any:
    """What is bound, cut where it is larger than a message."""
    is_here = isinstance(bound, (pyarrow.RecordBatch, pyarrow.Table))
    return cut(bound) if is_here and bound.get_total_buffer_size() > SENT_BYTES else bound


def _reader(data: Any) -> pyarrow.RecordBatchReader:
    if hasattr(data, "scanner"):  # a data set
        data = data.scanner()
    if hasattr(data, "to_reader"):
        return data.to_reader()
    if isinstance(data, pyarrow.RecordBatchReader):
        return data
    try:
        if hasattr(data, "__arrow_c_stream__"):
            return pyarrow.RecordBatchReader.from_stream(data)
        found = [pyarrow.record_batch(data)] if hasattr(data, "__arrow_c_array__") else data
    except (TypeError, pyarrow.ArrowException) as e:
        raise _without_batches(data) from e
    batches = iter(found if isinstance(found, Iterable) else ())
    first = list(islice(batches, 1))
    if not first or not isinstance(first[0], pyarrow.RecordBatch):
        raise _without_batches(data)
    return pyarrow.RecordBatchReader.from_batches(first[0].schema, chain(first, batches))


def _without_batches(data: Any) -> ProgrammingError:
    return wrong(
        "what is ingested is a table, batches or a reader of Arrow, or a frame of pandas or Polars, and not a"
        f" {type(data).__name__}"
    )


def _divisible(schema: pyarrow.Schema, first: list[pyarrow.RecordBatch]) -> pyarrow.Schema:
    """With types that can be cut: a part of a column of views, or with a dictionary, has all the bytes of the whole."""
    views = {pyarrow.string_view(): pyarrow.large_string(), pyarrow.binary_view(): pyarrow.large_binary()}
    long = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
    for i, field in enumerate(schema):
        if field.type in views:
            schema = schema.set(i, field.with_type(views[field.type]))
        elif any(_dictionary_size(batch.column(i)) > SENT_BYTES for batch in first):
            values = field.type.value_type
            schema = schema.set(i, field.with_type(long.get(values, values)))
    return schema


def _messages(batches: Iterable[pyarrow.RecordBatch], schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    is_empty = True
    for batch in batches:
        for part in _parts(batch if batch.schema.equals(schema) else batch.cast(schema)):
            is_empty = False
            yield part
    if is_empty:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.nulls(0, field.type) for field in schema], schema=schema)


def _parts(batch: pyarrow.RecordBatch) -> Iterator[pyarrow.RecordBatch]:
    for name, column in zip(batch.schema.names, batch.columns):
        if _dictionary_size(column) >= MESSAGE_BYTES:
            raise DataError(
                f"the dictionary of column '{name}' has {_dictionary_size(column)} bytes, which is too large to send; a"
                f" message has {MESSAGE_BYTES} bytes at most: cast the column to the type of its values",
                status_code=AdbcStatusCode.INVALID_ARGUMENT,
            )
    whole = size(batch)
    half = batch.num_rows // 2
    if whole <= SENT_BYTES:
        yield batch
    elif half > 0 and size(batch.slice(0, half)) + size(batch.slice(half)) < 2 * whole:
        yield from _parts(_slice(batch, 0, half))
        yield from _parts(_slice(batch, half, batch.num_rows - half))
    elif whole < MESSAGE_BYTES or half > 0:
        yield batch
    else:
        raise DataError(
            f"a row of {whole} bytes is too large to send; a message has {MESSAGE_BYTES} bytes at most",
            status_code=AdbcStatusCode.INVALID_ARGUMENT,
        )


def _slice(batch: pyarrow.RecordBatch, start: int, length: int) -> pyarrow.RecordBatch:
    """Some rows; of unions a copy of them, since the driver would send all that the whole has."""
    part = batch.slice(start, length)
    columns = [c.take(pyarrow.array(range(length))) if _has_union(c.type) else c for c in part.columns]
    return pyarrow.RecordBatch.from_arrays(columns, schema=batch.schema)


def _has_union(type_: pyarrow.DataType) -> bool:
    return pyarrow.types.is_union(type_) or any(_has_union(type_.field(i).type) for i in range(type_.num_fields))


def size(batch: pyarrow.RecordBatch) -> int:
    """Bytes of a message with it; a dictionary is a message of its own."""
    return sum((c.indices if isinstance(c, pyarrow.DictionaryArray) else c).nbytes for c in batch.columns)


def _dictionary_size(column: pyarrow.Array) -> int:
    return column.dictionary.nbytes if isinstance(column, pyarrow.DictionaryArray) else 0
