package dev.snarl.heap.report;

import java.util.List;
import java.util.stream.Collectors;

/** A query for Eclipse MAT that shows objects of a report. */
final class Query {
  private Query() {}

  static String of(List<Long> addresses) {
    return addresses.stream()
        .map(address -> "0x" + Long.toHexString(address))
        .collect(Collectors.joining(",", "SELECT * FROM OBJECTS ", ""));
  }
}
