package dev.snarl.recordings;

import dev.snarl.snapshot.LibraryUse.CommonUse;
import dev.snarl.threads.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What blocks the workers of the common pool without the pool compensating for it. */
final class Common {
  private static final int MOST = 500;
  private static final String WORKER = "ForkJoinPool.commonPool-worker-";

  private record Key(String site, String blockedIn, boolean stream) {}

  private final Map<Key, Long> nanos = new LinkedHashMap<>();

  /**
   * The next moment.
   *
   * @param stands nanoseconds for which it stands
   */
  void add(Moment moment, long stands) {
    for (Interval wait : moment.waits().values()) {
      View view = wait.view();
      if (view.worker() && view.thread().name().startsWith(WORKER) && !compensated(view)) {
        Key key = new Key(view.siteText(), view.blockedIn(), stream(view));
        if (nanos.containsKey(key) || nanos.size() < MOST) {
          nanos.merge(key, stands, Long::sum);
        }
      }
    }
  }

  private static boolean compensated(View view) {
    return view.stack().stream()
        .anyMatch(
            frame ->
                frame.getClassName().equals("java.util.concurrent.ForkJoinPool")
                    && (frame.getMethodName().contains("anagedBlock")
                        || frame.getMethodName().startsWith("compensat")));
  }

  private static boolean stream(View view) {
    return view.stack().stream()
        .anyMatch(frame -> frame.getClassName().startsWith("java.util.stream."));
  }

  List<CommonUse> rows() {
    List<CommonUse> rows = new ArrayList<>();
    nanos.forEach(
        (key, sum) -> rows.add(new CommonUse(key.site(), key.blockedIn(), key.stream(), sum)));
    return rows;
  }
}
