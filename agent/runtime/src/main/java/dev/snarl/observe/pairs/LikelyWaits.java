package dev.snarl.observe.pairs;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds waits of which the need is only likely to those that are known: they say more. */
final class LikelyWaits {
  private final List<Wait> records;
  private final Map<Long, Integer> known = new HashMap<>();

  LikelyWaits(List<Wait> records) {
    this.records = records;
    for (int i = 0; i < records.size(); i++) {
      known.put(records.get(i).thread().id(), i);
    }
  }

  /** The whole wait where none of its thread is known, its need where that is not. */
  void add(Wait likely) {
    Integer at = known.get(likely.thread().id());
    if (at == null) {
      records.add(likely);
    } else if (records.get(at).need() instanceof Need.Unknown) {
      records.set(at, records.get(at).needing(likely.need()));
    }
  }
}
