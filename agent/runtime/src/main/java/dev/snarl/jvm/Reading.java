package dev.snarl.jvm;

import dev.snarl.snapshot.Jstat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tables of jstat at one moment, with what is needed to say what they mean.
 *
 * @param jstat the tables
 * @param atMillis when they were read, since 1970
 * @param uptimeSeconds age of the JVM, NaN unknown
 * @param afterFull whether the last collection was one of the whole heap, so that what is in the
 *     old generation was just found alive; null unknown
 * @param metaspaceLimit {@code MaxMetaspaceSize} in bytes, -1 when not set
 * @param classLimit {@code CompressedClassSpaceSize} in bytes, -1 unknown
 */
public record Reading(
    Jstat jstat,
    long atMillis,
    double uptimeSeconds,
    @Nullable Boolean afterFull,
    long metaspaceLimit,
    long classLimit) {
  private static final Pattern LIMIT =
      Pattern.compile("-XX:MaxMetaspaceSize=(\\d{1,15})([kKmMgGtT]?)(?:\\s|$)");

  /** From performance data. */
  public static Reading of(Counters counters, long atMillis) {
    Long begin = counters.number("sun.rt.createVmBeginTime");
    Long classLimit = counters.number("sun.gc.compressedclassspace.maxCapacity");
    return new Reading(
        Tables.of(counters),
        atMillis,
        begin == null || begin <= 0 ? Double.NaN : (atMillis - begin) / 1e3,
        FullCollections.counted(counters) ? FullCollections.lastWasFull(counters) : null,
        limit(counters.text("java.rt.vmFlags") + " " + counters.text("java.rt.vmArgs")),
        classLimit == null ? -1 : classLimit);
  }

  /** The last one specified counts. */
  static long limit(String arguments) {
    Matcher matcher = LIMIT.matcher(arguments);
    long limit = -1;
    while (matcher.find()) {
      int power = "kmgt".indexOf(matcher.group(2).toLowerCase(java.util.Locale.ROOT)) + 1;
      limit = Long.parseLong(matcher.group(1)) << (matcher.group(2).isEmpty() ? 0 : 10 * power);
    }
    return limit;
  }
}
