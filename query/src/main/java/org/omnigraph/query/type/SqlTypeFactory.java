package org.omnigraph.query.type;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes types in UTF-8, without any padded text type: {@code CHAR(n)} is {@code VARCHAR(n)}, so
 * that literals are never padded. Knows {@link VectorType}.
 */
final class SqlTypeFactory extends JavaTypeFactoryImpl {
  /** More digits after the point than statements are written with. */
  private static final int MANY_PLACES = 18;

  SqlTypeFactory() {
    super(new SqlTypeSystem());
  }

  RelDataType vector(int dimension, boolean nullable) {
    RelDataType element = createTypeWithNullability(createSqlType(SqlTypeName.REAL), true);
    return canonize(new VectorType(element, dimension, nullable));
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return super.createSqlType(varying(name));
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision) {
    SqlTypeName varying = varying(name);
    // An empty literal has length zero; a type of that length would cut everything off.
    return varying != name && precision <= 0
        ? super.createSqlType(varying)
        : super.createSqlType(varying, precision);
  }

  private static SqlTypeName varying(SqlTypeName name) {
    return switch (name) {
      case CHAR -> SqlTypeName.VARCHAR;
      case BINARY -> SqlTypeName.VARBINARY;
      default -> name;
    };
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    return type instanceof VectorType vector
        ? canonize(vector.withNullability(nullable))
        : super.createTypeWithNullability(type, nullable);
  }

  @Override
  public RelDataType enforceTypeWithNullability(RelDataType type, boolean nullable) {
    return type instanceof VectorType vector
        ? canonize(vector.withNullability(nullable))
        : super.enforceTypeWithNullability(type, nullable);
  }

  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mapping) {
    boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
    RelDataType first = types.get(0);
    if (first instanceof VectorType
        && types.stream()
            .allMatch(t -> createTypeWithNullability(t, false).equals(notNull(first)))) {
      return createTypeWithNullability(first, nullable);
    }
    RelDataType common = super.leastRestrictive(types, mapping);
    return common != null && common.getSqlTypeName() == SqlTypeName.DECIMAL
        ? createTypeWithNullability(ofDecimals(types, common), nullable)
        : common;
  }

  /**
   * Where no decimal holds all digits of all types, Calcite's rule gives up those after the point.
   * Those before it are rarely used, so they go, unless very many stand after it: then it is a
   * DOUBLE.
   */
  private RelDataType ofDecimals(List<RelDataType> types, RelDataType common) {
    int scale = types.stream().mapToInt(type -> Math.max(type.getScale(), 0)).max().orElse(0);
    if (common.getScale() >= scale
        && types.stream().allMatch(type -> whole(type) <= whole(common))) {
      return common;
    }
    return scale > MANY_PLACES
        ? createSqlType(SqlTypeName.DOUBLE)
        : createSqlType(SqlTypeName.DECIMAL, SqlTypeSystem.DECIMAL_DIGITS, scale);
  }

  /** Digits before the point. */
  private static int whole(RelDataType type) {
    return SqlTypeUtil.isExactNumeric(type)
        ? type.getPrecision() - Math.max(type.getScale(), 0)
        : 0;
  }

  private RelDataType notNull(RelDataType type) {
    return createTypeWithNullability(type, false);
  }
}
