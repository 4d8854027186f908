package org.omnigraph.engine.pending.column;

import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Dates and date-times. A time stamp without a zone means UTC, one with a zone is an instant
 * already. Digits below a millisecond are cut, towards the past as the digits of a text would be. A
 * bare number counts days for a {@code Date} and milliseconds for a {@code DateTime}.
 */
final class Times {
  static final Set<MinorType> TYPES =
      EnumSet.of(
          MinorType.DATEDAY,
          MinorType.DATEMILLI,
          MinorType.TIMESTAMPSEC,
          MinorType.TIMESTAMPMILLI,
          MinorType.TIMESTAMPMICRO,
          MinorType.TIMESTAMPNANO,
          MinorType.TIMESTAMPSECTZ,
          MinorType.TIMESTAMPMILLITZ,
          MinorType.TIMESTAMPMICROTZ,
          MinorType.TIMESTAMPNANOTZ);

  private static final long DAY_SECONDS = 86_400L;
  private static final long DAY_MILLIS = 1_000 * DAY_SECONDS;

  private Times() {}

  static Reader days(Owner owner, FieldVector vector) {
    if (vector instanceof DateDayVector v) {
      return new Reader() {
        @Override
        long read(int index) {
          return v.get(index);
        }
      };
    }
    if (ByteSource.TEXT.contains(vector.getMinorType())) {
      return daysOfText(owner, vector);
    }
    if (vector instanceof DateMilliVector v) {
      return wholeDays(owner, vector, v::get, DAY_MILLIS);
    }
    if (vector instanceof TimeStampVector v) {
      return wholeDays(owner, vector, v::get, DAY_SECONDS * perSecond(v));
    }
    return Integers.reader(owner, vector, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  static Reader millis(Owner owner, FieldVector vector) {
    if (vector instanceof DateMilliVector v) {
      return new Reader() {
        @Override
        long read(int index) {
          return v.get(index);
        }
      };
    }
    if (ByteSource.TEXT.contains(vector.getMinorType())) {
      return millisOfText(owner, vector);
    }
    if (vector instanceof DateDayVector v) {
      return new Reader() {
        @Override
        long read(int index) {
          return v.get(index) * DAY_MILLIS;
        }
      };
    }
    if (vector instanceof TimeStampVector v) {
      return millisOf(owner, v);
    }
    return Integers.reader(owner, vector, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long perSecond(TimeStampVector vector) {
    ArrowType type = vector.getField().getType();
    return switch (((ArrowType.Timestamp) type).getUnit()) {
      case SECOND -> 1L;
      case MILLISECOND -> 1_000L;
      case MICROSECOND -> 1_000_000L;
      case NANOSECOND -> 1_000_000_000L;
    };
  }

  private static Reader wholeDays(
      Owner owner, FieldVector vector, Integers.Source source, long perDay) {
    return new Reader() {
      @Override
      long read(int index) {
        long days = Math.floorDiv(source.at(index), perDay);
        return (int) days == days ? days : refuse(owner.cannotHold(Shown.value(vector, index)));
      }
    };
  }

  private static Reader millisOf(Owner owner, TimeStampVector vector) {
    long perSecond = perSecond(vector);
    return new Reader() {
      @Override
      long read(int index) {
        long value = vector.get(index);
        if (perSecond >= 1_000) {
          return Math.floorDiv(value, perSecond / 1_000);
        }
        long millis = value * 1_000;
        return Math.floorDiv(millis, 1_000L) == value
            ? millis
            : refuse(owner.cannotHold(value + " seconds"));
      }
    };
  }

  private static Reader daysOfText(Owner owner, FieldVector vector) {
    ByteSource bytes = ByteSource.of(vector);
    return new Reader() {
      @Override
      long read(int index) {
        bytes.seek(index);
        OptionalInt days = DateText.days(bytes.text().strip());
        return days.isPresent()
            ? days.getAsInt()
            : refuse(owner.name() + ": invalid Date literal '" + Shown.text(bytes.text()) + "'");
      }
    };
  }

  private static Reader millisOfText(Owner owner, FieldVector vector) {
    ByteSource bytes = ByteSource.of(vector);
    return new Reader() {
      @Override
      long read(int index) {
        bytes.seek(index);
        OptionalLong millis = DateText.millis(bytes.text().strip());
        return millis.isPresent()
            ? millis.getAsLong()
            : refuse(
                owner.name() + ": invalid DateTime literal '" + Shown.text(bytes.text()) + "'");
      }
    };
  }
}
