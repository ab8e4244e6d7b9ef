package dev.snarl.threads;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One dump that was read.
 *
 * @param source where
 * @param at when it was taken, null if it does not say
 * @param vm the JVM's name and version as written, empty if it does not say
 * @param threads the number of its Java threads
 * @param virtual the number of virtual ones among them
 * @param whole whether it has its end
 */
public record DumpFacts(
    String source, @Nullable Instant at, String vm, int threads, int virtual, boolean whole) {
  static DumpFacts of(ThreadDump dump) {
    long virtual = dump.threads().stream().filter(DumpedThread::virtual).count();
    return new DumpFacts(
        dump.source(), dump.at(), dump.vm(), dump.threads().size(), (int) virtual, dump.whole());
  }
}
