package dev.snarl.jfr;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;

/**
 * Events of the agent's own for the recordings of others. Their classes are made by the recorder in
 * a loader of its own and know no class of the agent, so that its loader can be collected after a
 * detach: hence factories and no classes. To write one costs an object and no lock.
 */
public final class OwnEvents implements AutoCloseable {
  /** A field: text, number or, as nanoseconds, a time. */
  private record Field(String name, Class<?> type, boolean time, String label) {}

  /** The events, with their fields in the order of {@link #write}. */
  public enum Kind {
    FINDING(
        "dev.snarl.Finding",
        "Finding",
        "A finding that opened, changed or resolved, or was open when the recording began",
        text("state", "open, opened, changed or resolved"),
        text("rule", "Rule"),
        text("severity", "Severity"),
        text("line", "Line"),
        text("title", "Title"),
        text("id", "Id"),
        number("count", "Count")),
    WAIT(
        "dev.snarl.Wait",
        "Wait",
        "A thread that has waited for another for a second, then whenever that has doubled",
        text("thread", "Thread"),
        number("threadId", "Thread id"),
        text("group", "Name of the thread with digits folded"),
        text("call", "Waiting call"),
        text("line", "Line"),
        time("waited", "Waited so far"),
        text("needs", "What must happen before it ends"),
        text("pool", "Pool in whose queue that is")),
    QUEUE_WAIT(
        "dev.snarl.QueueWait",
        "Queue Wait",
        "How long the tasks of a pool waited in its queue, in the last ten seconds",
        text("pool", "Pool"),
        text("line", "Line that built it"),
        number("tasks", "Tasks taken from the queue"),
        time("p95", "95 of 100 waited no longer"),
        number("queued", "Tasks in the queue"),
        number("active", "Busy threads"),
        number("size", "Threads")),
    CHAIN(
        "dev.snarl.Chain",
        "Chain",
        "Where waiting threads waited in the last minute: the widest chains",
        text("waiter", "Group of the first thread"),
        text("last", "The last thread, its call and line"),
        text("end", "What it ends in"),
        time("waited", "Thread time in the minute"));

    private final String event;
    private final String label;
    private final String description;

    // Made by List.of, which the checker cannot see.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Field> fields;

    Kind(String event, String label, String description, Field... fields) {
      this.event = event;
      this.label = label;
      this.description = description;
      this.fields = List.of(fields);
    }

    private static Field text(String name, String label) {
      return new Field(name, String.class, false, label);
    }

    private static Field number(String name, String label) {
      return new Field(name, long.class, false, label);
    }

    private static Field time(String name, String label) {
      return new Field(name, long.class, true, label);
    }
  }

  private final Map<Kind, EventFactory> factories = new EnumMap<>(Kind.class);

  private OwnEvents() {
    for (Kind kind : Kind.values()) {
      factories.put(kind, factory(kind));
    }
  }

  /** Whether somebody in this JVM has used the flight recorder: it is not started for this. */
  public static boolean possible() {
    return FlightRecorder.isInitialized();
  }

  /** Makes their classes and registers them, under a lock of the recorder. */
  public static OwnEvents open() {
    return new OwnEvents();
  }

  private static EventFactory factory(Kind kind) {
    List<ValueDescriptor> fields = new ArrayList<>();
    for (Field field : kind.fields) {
      List<AnnotationElement> about = new ArrayList<>();
      about.add(new AnnotationElement(Label.class, field.label()));
      if (field.time()) {
        about.add(new AnnotationElement(Timespan.class, Timespan.NANOSECONDS));
      }
      fields.add(new ValueDescriptor(field.type(), field.name(), about));
    }
    return EventFactory.create(
        List.of(
            new AnnotationElement(Name.class, kind.event),
            new AnnotationElement(Label.class, kind.label),
            new AnnotationElement(Description.class, kind.description),
            new AnnotationElement(Category.class, new String[] {"Snarl"}),
            new AnnotationElement(StackTrace.class, false)),
        fields);
  }

  /** Their names, so that the agent's own stream can leave them out. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      names.add(kind.event);
    }
    return names;
  }

  /** Whether a recording takes events of this kind. */
  public boolean wanted(Kind kind) {
    return event(kind).isEnabled();
  }

  /** Writes one: text or {@code Long}, in the order of its fields. */
  public void write(Kind kind, Object... values) {
    Event event = event(kind);
    for (int i = 0; i < values.length; i++) {
      event.set(i, values[i]);
    }
    event.commit();
  }

  private Event event(Kind kind) {
    EventFactory factory = factories.get(kind);
    if (factory == null) {
      throw new IllegalStateException(kind.event);
    }
    return factory.newEvent();
  }

  @Override
  public void close() {
    factories.values().forEach(EventFactory::unregister);
  }
}
