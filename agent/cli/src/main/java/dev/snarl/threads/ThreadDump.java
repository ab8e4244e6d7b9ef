package dev.snarl.threads;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One dump: what all threads did at one moment.
 *
 * @param source where it was read
 * @param at when it was taken, null if it does not say
 * @param vm the JVM's name and version as written, empty if it does not say
 * @param threads its Java threads
 * @param owners by lock, the name of the thread that holds it, from the JVM's own deadlock report
 * @param virtualThreads whether it would show virtual threads that are not running
 * @param whole whether it has its end
 */
record ThreadDump(
    String source,
    @Nullable Instant at,
    String vm,
    List<DumpedThread> threads,
    Map<String, String> owners,
    boolean virtualThreads,
    boolean whole) {
  ThreadDump {
    threads = List.copyOf(threads);
    owners = Map.copyOf(owners);
  }
}
