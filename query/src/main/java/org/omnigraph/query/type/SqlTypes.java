package org.omnigraph.query.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;

/**
 * The one map between a property's type, its SQL type, its Arrow type on the wire and the type by
 * which DuckDB computes it.
 */
public final class SqlTypes {
  private static final SqlTypeFactory FACTORY = new SqlTypeFactory();

  /** The name of a list's item field on the wire. */
  private static final String ITEM = "item";

  private static final int U64_DIGITS = 20;
  private static final int MILLISECONDS = 3;

  private SqlTypes() {}

  /** The type factory of every statement; safe for use by many threads. */
  public static JavaTypeFactoryImpl factory() {
    return FACTORY;
  }

  /** The SQL type of a property. */
  public static RelDataType of(PropertyType type) {
    RelDataType scalar = scalar(type.scalar(), type.dimension());
    RelDataType whole = type.list() ? FACTORY.createArrayType(nullable(scalar, true), -1) : scalar;
    return nullable(whole, type.nullable());
  }

  private static RelDataType scalar(Scalar scalar, int dimension) {
    return switch (scalar) {
      case STRING -> FACTORY.createSqlType(SqlTypeName.VARCHAR);
      case BOOL -> FACTORY.createSqlType(SqlTypeName.BOOLEAN);
      case I32 -> FACTORY.createSqlType(SqlTypeName.INTEGER);
      case I64, U32 -> FACTORY.createSqlType(SqlTypeName.BIGINT);
      case U64 -> FACTORY.createSqlType(SqlTypeName.DECIMAL, U64_DIGITS, 0);
      case F32 -> FACTORY.createSqlType(SqlTypeName.REAL);
      case F64 -> FACTORY.createSqlType(SqlTypeName.DOUBLE);
      case DATE -> FACTORY.createSqlType(SqlTypeName.DATE);
      case DATE_TIME -> FACTORY.createSqlType(SqlTypeName.TIMESTAMP, MILLISECONDS);
      case VECTOR -> FACTORY.vector(dimension, false);
      case BLOB -> FACTORY.createSqlType(SqlTypeName.VARBINARY);
    };
  }

  /** Text that is never null, as {@code id} is. */
  public static RelDataType text() {
    return FACTORY.createSqlType(SqlTypeName.VARCHAR);
  }

  /** Whether a type is that of intervals of hours, minutes or seconds, with or without days. */
  public static boolean isPartOfDay(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          true;
      default -> false;
    };
  }

  public static RelDataType nullable(RelDataType type, boolean nullable) {
    return FACTORY.createTypeWithNullability(type, nullable);
  }

  /**
   * The Arrow schema of rows of a type.
   *
   * @throws Unsupported when a column has a type that no client can read
   */
  public static Schema wireSchema(RelDataType row) {
    List<Field> fields = new ArrayList<>();
    for (RelDataTypeField field : row.getFieldList()) {
      fields.add(wireField(field.getName(), field.getType()));
    }
    return new Schema(fields);
  }

  /** The Arrow field of one column on the wire. */
  public static Field wireField(String name, RelDataType type) {
    return wireField(name, type, type.isNullable());
  }

  /** The Arrow field of one column on the wire, with metadata for a client's eyes. */
  public static Field wireField(String name, RelDataType type, Map<String, String> metadata) {
    Field plain = wireField(name, type);
    return new Field(
        name,
        new FieldType(plain.isNullable(), plain.getType(), null, metadata),
        plain.getChildren());
  }

  /** The Arrow field of a parameter: always nullable, the null type when nothing was inferred. */
  public static Field parameterField(String name, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.UNKNOWN || type.getSqlTypeName() == SqlTypeName.ANY
        ? Field.nullable(name, ArrowType.Null.INSTANCE)
        : wireField(name, type, true);
  }

  private static Field wireField(String name, RelDataType type, boolean nullable) {
    if (type.getSqlTypeName() == SqlTypeName.NULL) {
      return Field.nullable(name, ArrowType.Null.INSTANCE);
    }
    List<Field> children =
        type.getSqlTypeName() == SqlTypeName.ARRAY
            ? List.of(wireField(ITEM, component(type), true))
            : List.of();
    return new Field(name, new FieldType(nullable, wireType(type), null), children);
  }

  /** The Arrow type on the wire, without its children. */
  public static ArrowType wireType(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT, SMALLINT, INTEGER -> new ArrowType.Int(32, true);
      case BIGINT -> new ArrowType.Int(64, true);
      case DECIMAL -> new ArrowType.Decimal(type.getPrecision(), type.getScale(), 128);
      case REAL -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case FLOAT, DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case CHAR, VARCHAR -> ArrowType.Utf8.INSTANCE;
      case BINARY, VARBINARY -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case TIMESTAMP -> new ArrowType.Timestamp(unit(type), null);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
      case ARRAY ->
          type instanceof VectorType vector
              ? new ArrowType.FixedSizeList(vector.dimension())
              : ArrowType.List.INSTANCE;
      case NULL -> ArrowType.Null.INSTANCE;
      default -> {
        if (SqlTypeUtil.isInterval(type)) {
          yield new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
        }
        throw noSuchResult(type);
      }
    };
  }

  /** The type by which DuckDB holds a value while it computes. */
  public static String kernelType(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> "BOOLEAN";
      case TINYINT -> "TINYINT";
      case SMALLINT -> "SMALLINT";
      case INTEGER -> "INTEGER";
      case BIGINT -> "BIGINT";
      case DECIMAL -> "DECIMAL(" + type.getPrecision() + "," + type.getScale() + ")";
      case REAL -> "FLOAT";
      case FLOAT, DOUBLE -> "DOUBLE";
      case CHAR, VARCHAR -> "VARCHAR";
      case BINARY, VARBINARY -> "BLOB";
      case DATE -> "DATE";
      case TIME -> "TIME";
      case TIMESTAMP -> "TIMESTAMP";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> "TIMESTAMPTZ";
      case ARRAY ->
          type instanceof VectorType vector
              ? kernelType(component(type)) + "[" + vector.dimension() + "]"
              : kernelType(component(type)) + "[]";
      case NULL -> "\"NULL\"";
      default -> {
        if (SqlTypeUtil.isInterval(type)) {
          yield "INTERVAL";
        }
        throw noSuchResult(type);
      }
    };
  }

  /**
   * The DuckDB type whose Arrow export is the wire type. Differs from {@link #kernelType} where
   * DuckDB computes in microseconds and the wire carries milliseconds.
   */
  public static String exportType(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT -> "INTEGER";
      case TIMESTAMP -> unit(type) == TimeUnit.MILLISECOND ? "TIMESTAMP_MS" : "TIMESTAMP";
      case ARRAY ->
          type instanceof VectorType ? kernelType(type) : exportType(component(type)) + "[]";
      default -> kernelType(type);
    };
  }

  /** The type's name as metadata shows it. */
  public static String displayName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case ARRAY ->
          type instanceof VectorType ? "FLOAT ARRAY" : displayName(component(type)) + " ARRAY";
      case DECIMAL -> "DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")";
      case TIMESTAMP -> "TIMESTAMP(" + type.getPrecision() + ")";
      default -> type.getSqlTypeName().getName();
    };
  }

  private static RelDataType component(RelDataType array) {
    RelDataType component = array.getComponentType();
    if (component == null) {
      throw noSuchResult(array);
    }
    return component;
  }

  private static TimeUnit unit(RelDataType timestamp) {
    return timestamp.getPrecision() <= MILLISECONDS ? TimeUnit.MILLISECOND : TimeUnit.MICROSECOND;
  }

  private static Unsupported noSuchResult(RelDataType type) {
    return new Unsupported(
        "a column of type "
            + type
            + " has no Arrow type here; cast it, for example CAST(column AS VARCHAR)");
  }
}
