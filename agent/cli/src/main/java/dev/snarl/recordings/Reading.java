package dev.snarl.recordings;

import dev.snarl.recordings.Interval.Kind;
import dev.snarl.recordings.Recording.Collected;
import dev.snarl.recordings.Recording.Dump;
import dev.snarl.recordings.Recording.Load;
import dev.snarl.recordings.Recording.Pin;
import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.StackSite;
import dev.snarl.threads.Blocker;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.util.LabeledIdentifier;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * Takes the events of a recording one by one as JMC's parser reads them, so that none is kept but
 * what is judged. The parser reads chunks on several threads: one event at a time passes.
 */
final class Reading implements IParserExtension, IEventSinkFactory {
  private static final String UNKNOWN_REASON =
      "a monitor is held or a native frame is on the stack";

  /** What is done with an event of one type. */
  private interface Taker {
    void take(Fields fields, @Nullable Object[] event, long at);
  }

  private final Recording recording = new Recording();
  private final Stacks stacks = new Stacks();
  private final Threads threads;

  private final Map<String, Taker> takers =
      Map.ofEntries(
          Map.entry("jdk.ThreadPark", this::park),
          Map.entry("jdk.JavaMonitorEnter", this::enter),
          Map.entry("jdk.JavaMonitorWait", this::await),
          Map.entry("jdk.ThreadSleep", this::sleep),
          Map.entry("jdk.SocketRead", this::readSocket),
          Map.entry("jdk.SocketWrite", this::writeSocket),
          Map.entry("jdk.FileRead", this::file),
          Map.entry("jdk.FileWrite", this::file),
          Map.entry("jdk.FileForce", this::file),
          Map.entry("jdk.ThreadStart", this::started),
          Map.entry("jdk.ThreadEnd", this::ended),
          Map.entry("jdk.VirtualThreadPinned", this::pinned),
          Map.entry("jdk.GarbageCollection", this::collected),
          Map.entry("jdk.GCHeapSummary", this::heap),
          Map.entry("jdk.GCHeapConfiguration", this::heapLimit),
          Map.entry("jdk.CPULoad", this::load),
          Map.entry("jdk.CPUInformation", this::processors),
          Map.entry("jdk.ContainerConfiguration", this::container),
          Map.entry("jdk.JVMInformation", this::jvm),
          Map.entry("jdk.ActiveSetting", this::setting),
          Map.entry("jdk.ThreadDump", this::dump));

  Reading(Threads threads) {
    this.threads = threads;
  }

  Recording recording() {
    recording.complete();
    return recording;
  }

  @Override
  public IEventSinkFactory getEventSinkFactory(IEventSinkFactory next) {
    return this;
  }

  @Override
  public IEventSink create(
      String type,
      String label,
      String @Nullable [] category,
      @Nullable String description,
      List<ValueField> values) {
    Fields fields = new Fields(values);
    Taker taker = takers.get(type);
    return event -> {
      synchronized (recording) {
        long at = fields.start(event);
        if (at > 0) {
          recording.at(type, at, at + fields.nanos(event, "duration"));
        }
        if (taker != null) {
          taker.take(fields, event, at);
        }
      }
    };
  }

  @Override
  public void flush() {
    synchronized (recording) {
      stacks.chunk();
    }
  }

  private void park(Fields fields, @Nullable Object[] event, long at) {
    boolean timed = fields.nanos(event, "timeout") > 0 || fields.moment(event, "until");
    String type = fields.type(event, "parkedClass");
    wait(Kind.PARK, fields, event, at, timed, Blocker.of(Blocker.How.PARK, "", type), type, null);
  }

  private void enter(Fields fields, @Nullable Object[] event, long at) {
    String type = fields.type(event, "monitorClass");
    wait(
        Kind.ENTER,
        fields,
        event,
        at,
        false,
        Blocker.of(Blocker.How.ENTER, "", type),
        type,
        fields.thread(event, "previousOwner"));
  }

  private void await(Fields fields, @Nullable Object[] event, long at) {
    String type = fields.type(event, "monitorClass");
    wait(
        Kind.WAIT,
        fields,
        event,
        at,
        fields.nanos(event, "timeout") > 0,
        Blocker.of(Blocker.How.WAIT, "", type),
        type,
        fields.thread(event, "notifier"));
  }

  private void sleep(Fields fields, @Nullable Object[] event, long at) {
    wait(Kind.SLEEP, fields, event, at, true, null, "", null);
  }

  private void readSocket(Fields fields, @Nullable Object[] event, long at) {
    wait(Kind.READ_SOCKET, fields, event, at, false, null, peer(fields, event), null);
  }

  private void writeSocket(Fields fields, @Nullable Object[] event, long at) {
    wait(Kind.WRITE_SOCKET, fields, event, at, false, null, peer(fields, event), null);
  }

  private void file(Fields fields, @Nullable Object[] event, long at) {
    wait(Kind.FILE, fields, event, at, false, null, "", null);
  }

  private static String peer(Fields fields, @Nullable Object[] event) {
    String host = fields.text(event, "host");
    String named = host.isEmpty() ? fields.text(event, "address") : host;
    double port = fields.number(event, "port");
    return named.isEmpty() || Double.isNaN(port) ? named : named + ':' + (long) port;
  }

  private void wait(
      Kind kind,
      Fields fields,
      @Nullable Object[] event,
      long at,
      boolean timed,
      @Nullable Blocker blocker,
      String target,
      @Nullable IMCThread other) {
    IMCThread thread = fields.thread(event, "eventThread");
    if (thread != null) {
      Interval wait =
          threads.wait(
              kind,
              thread,
              kind == Kind.SLEEP
                  ? stacks.ofSleep(fields.stack(event))
                  : stacks.of(fields.stack(event)),
              timed,
              blocker,
              at,
              at + fields.nanos(event, "duration"),
              target,
              Threads.id(other));
      if (wait != null) {
        recording.add(wait);
      }
    }
  }

  private void started(Fields fields, @Nullable Object[] event, long at) {
    IMCThread thread = fields.thread(event, "thread");
    List<StackTraceElement> stack = stacks.of(fields.stack(event));
    if (thread != null && !stack.isEmpty()) {
      recording.started(
          threads.start(thread, Threads.id(fields.thread(event, "parentThread")), stack, at));
    }
  }

  private void ended(Fields fields, @Nullable Object[] event, long at) {
    recording.ended(Threads.id(fields.thread(event, "thread")), at);
  }

  private void pinned(Fields fields, @Nullable Object[] event, long at) {
    List<StackTraceElement> stack = stacks.of(fields.stack(event));
    StackSite site = threads.site(stack);
    String reason = fields.text(event, "pinnedReason");
    if (site != null) {
      recording.pins.add(
          new Pin(
              at,
              site.text(),
              Blocked.entry(stack.toArray(new StackTraceElement[0])),
              reason.isEmpty() ? UNKNOWN_REASON : reason,
              fields.nanos(event, "duration")));
    }
  }

  private void collected(Fields fields, @Nullable Object[] event, long at) {
    Long after = recording.heapAfter.remove((long) fields.number(event, "gcId"));
    recording.collections.add(
        new Collected(
            at + fields.nanos(event, "duration"),
            fields.text(event, "name"),
            fields.text(event, "cause"),
            fields.nanos(event, "sumOfPauses"),
            after == null ? -1 : after));
  }

  private void heap(Fields fields, @Nullable Object[] event, long at) {
    if (fields.text(event, "when").toLowerCase(Locale.ROOT).startsWith("after")) {
      recording.heapAfter.put((long) fields.number(event, "gcId"), fields.bytes(event, "heapUsed"));
    }
  }

  private void heapLimit(Fields fields, @Nullable Object[] event, long at) {
    recording.maxHeapBytes = fields.bytes(event, "maxSize");
  }

  private void load(Fields fields, @Nullable Object[] event, long at) {
    double process = fields.number(event, "jvmUser") + fields.number(event, "jvmSystem");
    recording.loads.add(new Load(at, fields.number(event, "machineTotal"), process));
  }

  private void processors(Fields fields, @Nullable Object[] event, long at) {
    double threadsOfMachine = fields.number(event, "hwThreads");
    if (recording.processors == 0 && threadsOfMachine > 0) {
      recording.processors = (int) threadsOfMachine;
    }
  }

  private void container(Fields fields, @Nullable Object[] event, long at) {
    double processors = fields.number(event, "effectiveCpuCount");
    if (processors > 0) {
      recording.processors = (int) processors;
    }
  }

  private void jvm(Fields fields, @Nullable Object[] event, long at) {
    recording.jvm = fields.text(event, "jvmVersion");
    recording.main = fields.text(event, "javaArguments");
  }

  private void setting(Fields fields, @Nullable Object[] event, long at) {
    LabeledIdentifier type = fields.identifier(event, "settingFor");
    if (type != null) {
      recording.settings.set(
          type.getInterfaceId(), fields.text(event, "name"), fields.text(event, "value"));
    }
  }

  private void dump(Fields fields, @Nullable Object[] event, long at) {
    recording.dump(new Dump(at, fields.text(event, "result")));
  }
}
