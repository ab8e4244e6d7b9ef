package dev.snarl.cloudwatch.put;

import dev.snarl.cloudwatch.Datum;
import java.util.ArrayList;
import java.util.List;

/** Cuts data into calls that PutMetricData takes: 1,000 metrics and 1 MB at most. */
final class Batches {
  static final int MOST = 1_000;
  private static final int MOST_BYTES = 900_000;

  /** What a datum and each of its values take at most, in the longest of the protocols. */
  private static final int DATUM_BYTES = 2_000;

  private static final int VALUE_BYTES = 160;

  private Batches() {}

  static List<List<Datum>> of(List<Datum> data) {
    List<List<Datum>> batches = new ArrayList<>();
    List<Datum> batch = new ArrayList<>();
    int bytes = 0;
    for (Datum datum : data) {
      int size = DATUM_BYTES + VALUE_BYTES * datum.values().size();
      if (batch.size() == MOST || (!batch.isEmpty() && bytes + size > MOST_BYTES)) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
      batch.add(datum);
      bytes += size;
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }
}
