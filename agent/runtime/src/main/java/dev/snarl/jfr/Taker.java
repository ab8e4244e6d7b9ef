package dev.snarl.jfr;

import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Takes events of some kinds, on the stream's thread, in no order. */
interface Taker {
  /** Where a taker says what it takes. */
  interface Door {
    void on(Wanted wanted, Consumer<RecordedEvent> action);
  }

  void enter(Door door);

  /** A string that an event of this JDK may lack. */
  static String text(RecordedEvent event, String field, String otherwise) {
    String value = event.hasField(field) ? event.getString(field) : null;
    return value == null ? otherwise : value;
  }

  static long number(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getLong(field) : 0;
  }

  /** The name of the thread that an event belongs to. */
  static String thread(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    String name = thread == null ? null : thread.getJavaName();
    return name == null || name.isEmpty() ? "unnamed" : name;
  }

  /** The agent's own threads are no part of what is observed. */
  static boolean ours(@Nullable String thread) {
    return thread != null && thread.startsWith("snarl-");
  }
}
