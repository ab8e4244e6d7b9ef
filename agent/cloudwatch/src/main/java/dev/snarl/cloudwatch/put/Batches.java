package dev.snarl.cloudwatch.put;

import dev.snarl.cloudwatch.Datum;
import java.util.ArrayList;
import java.util.List;

/** Splits data into calls within the limits of PutMetricData: 1,000 metrics and 1 MB. */
final class Batches {
  static final int MOST = 1_000;
  private static final int MOST_BYTES = 900_000;

  /** The maximum size of a datum and of each of its values, in the most verbose protocol. */
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
