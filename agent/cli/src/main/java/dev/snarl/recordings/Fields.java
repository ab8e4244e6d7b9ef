package dev.snarl.recordings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.LabeledIdentifier;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/** The values of an event by their names; which there are depends on the JVM that wrote them. */
final class Fields {
  private final Map<String, Integer> index = new HashMap<>();

  Fields(List<ValueField> fields) {
    for (ValueField field : fields) {
      index.put(field.getIdentifier(), index.size());
    }
  }

  private @Nullable Object value(@Nullable Object[] event, String name) {
    Integer at = index.get(name);
    return at == null ? null : event[at];
  }

  /** Nanoseconds since 1970. */
  long start(@Nullable Object[] event) {
    return value(event, "startTime") instanceof IQuantity time
        ? time.clampedLongValueIn(UnitLookup.EPOCH_NS)
        : 0;
  }

  /** Nanoseconds; 0 for none, or an unlimited time. */
  long nanos(@Nullable Object[] event, String name) {
    return value(event, name) instanceof IQuantity time
        ? Math.max(0, time.clampedLongValueIn(UnitLookup.NANOSECOND))
        : 0;
  }

  /** Whether a moment is set. */
  boolean moment(@Nullable Object[] event, String name) {
    return value(event, name) instanceof IQuantity time && time.longValue() > 0;
  }

  long bytes(@Nullable Object[] event, String name) {
    return value(event, name) instanceof IQuantity size
        ? size.clampedLongValueIn(UnitLookup.BYTE)
        : -1;
  }

  /** NaN for none. */
  double number(@Nullable Object[] event, String name) {
    Object value = value(event, name);
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    return value instanceof IQuantity number ? number.doubleValue() : Double.NaN;
  }

  String text(@Nullable Object[] event, String name) {
    Object value = value(event, name);
    if (value == null) {
      return "";
    }
    return value instanceof IDisplayable shown
        ? shown.displayUsing(IDisplayable.AUTO)
        : value.toString();
  }

  /** The name of a class; empty for none. */
  String type(@Nullable Object[] event, String name) {
    return value(event, name) instanceof IMCType type ? type.getFullName() : "";
  }

  @Nullable IMCThread thread(@Nullable Object[] event, String name) {
    return value(event, name) instanceof IMCThread thread ? thread : null;
  }

  @Nullable LabeledIdentifier identifier(@Nullable Object[] event, String name) {
    return value(event, name) instanceof LabeledIdentifier id ? id : null;
  }

  @Nullable IMCStackTrace stack(@Nullable Object[] event) {
    return value(event, "stackTrace") instanceof IMCStackTrace stack ? stack : null;
  }
}
