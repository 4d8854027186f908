"""What Apache Superset needs to know beyond the SQLAlchemy dialect; it finds this by the package's entry point."""

from datetime import datetime
from typing import Any, Optional

from sqlalchemy import types
from superset.constants import TimeGrain
from superset.db_engine_specs.base import BaseEngineSpec


class OmniGraphEngineSpec(BaseEngineSpec):
    """Time grains, literals of dates and times, and branches as schemas."""

    engine = "omnigraph"
    engine_name = "OmniGraph"
    default_driver = "adbc"
    sqlalchemy_uri_placeholder = "omnigraph://host:31337/graph?branch=main"

    force_column_alias_quotes = True
    supports_multivalues_insert = True
    supports_file_upload = False

    _time_grain_expressions = {
        None: "{col}",
        TimeGrain.SECOND: "DATE_TRUNC('second', {col})",
        TimeGrain.MINUTE: "DATE_TRUNC('minute', {col})",
        TimeGrain.HOUR: "DATE_TRUNC('hour', {col})",
        TimeGrain.DAY: "DATE_TRUNC('day', {col})",
        TimeGrain.WEEK: "DATE_TRUNC('week', {col})",
        TimeGrain.MONTH: "DATE_TRUNC('month', {col})",
        TimeGrain.QUARTER: "DATE_TRUNC('quarter', {col})",
        TimeGrain.YEAR: "DATE_TRUNC('year', {col})",
    }

    @classmethod
    def epoch_to_dttm(cls) -> str:
        return "TIMESTAMPADD(SECOND, {col}, TIMESTAMP '1970-01-01 00:00:00')"

    @classmethod
    def convert_dttm(
        cls, target_type: str, dttm: datetime, db_extra: Optional[dict[str, Any]] = None
    ) -> Optional[str]:
        sqla_type = cls.get_sqla_column_type(target_type)
        if isinstance(sqla_type, types.Date):
            return f"DATE '{dttm.date().isoformat()}'"
        if isinstance(sqla_type, types.DateTime):
            return f"TIMESTAMP '{dttm.isoformat(sep=' ', timespec='milliseconds')}'"
        return None
