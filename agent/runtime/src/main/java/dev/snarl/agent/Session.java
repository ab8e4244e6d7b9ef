package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.jvm.DiagnosticCommand;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.Tick;
import dev.snarl.text.Say;
import dev.snarl.text.Shutdown;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attachment of the agent, from weaving to detaching. Its one daemon thread proves the hooks,
 * opens HTTP, then observes, judges and publishes. A part that fails is switched off and named
 * once; the others go on.
 */
final class Session implements Runnable {

  private static final int SLOTS = 16_384;

  /** This many consecutive looks that fail because of the JVM are reported. */
  private static final int MANY_LEFT_OUT = 20;

  /** The thread of {@code premain}, whatever its id: 1 on 17 and 21, 3 on 25. */
  private static final String MAIN = "main";

  private final Settings settings;
  private final Instrumentation instrumentation;
  private final long begin;
  private final Weaver weaver;
  private final Observer observer;
  private final Recording recording;
  private final VitalSigns vitals;
  private final AgentThread thread;
  private final AgentProperties properties;
  private final HookErrors hookErrors = new HookErrors();
  private final FirstFinding first;
  private volatile boolean stopped;
  private @Nullable Publisher publisher;

  Session(Settings settings, Instrumentation instrumentation, long begin) {
    this.settings = settings;
    this.instrumentation = instrumentation;
    this.begin = begin;
    this.first = new FirstFinding(begin);
    this.weaver = new Weaver(instrumentation, KnownLibraries.all());
    this.observer =
        new Observer(settings.app(), instrumentation, new DiagnosticCommand(instrumentation)::run);
    this.recording = new Recording(settings, observer, instrumentation);
    this.vitals = new VitalSigns(recording, observer, instrumentation);
    this.properties = new AgentProperties(instrumentation);
    this.thread = new AgentThread(this, "snarl-observer");
  }

  /** Whether the agent is attached to a running JVM: on the thread that starts it. */
  static boolean cameLater() {
    return !Thread.currentThread().getName().equals(MAIN);
  }

  /** Weaves and starts the thread; the result detaches. */
  Runnable start() throws UnmodifiableClassException {
    if (cameLater()) {
      properties.state(""); // the attaching process waits for the ready line
      observer.rehearse();
    }
    observer.attach(SLOTS);
    weaver.install();
    thread.start();
    return new Runnable() {
      @Override
      public void run() {
        stop();
      }
    };
  }

  @Override
  public void run() {
    try {
      observe();
    } catch (Throwable t) {
      if (!stopped) {
        ended(t);
      }
    }
  }

  /** Nothing reads the hooks' data any more, so they are switched off. HTTP has the reason. */
  private void ended(Throwable thrown) {
    SnarlProbe.detach();
    try {
      String why = "the observer ended, the hooks are silent: " + thrown;
      Publisher open = publisher;
      if (open != null) {
        open.lost("observer", why);
      }
      Say.failure(why + "; the application goes on");
    } catch (VirtualMachineError noMemory) {
      Say.failure("the observer ended, the application goes on");
    }
  }

  private void observe() {
    Publisher started = new Publisher(settings);
    publisher = started;
    attempt(started, "existing", observer::findExisting);
    HookStates hooks =
        new HookStates(observer.selfTest(), weaver, () -> stopped || Shutdown.inProgress());
    attempt(started, "prove", hooks::prove);
    started.hooks(hooks.all());
    String address = started.open();
    vitals.address(address);
    String ready = ReadyLine.of(begin, address, started.rules(), hooks.working());
    Say.raw(ready);
    properties.state(ready);
    Pace pace = new Pace();
    long between = Tick.NANOS;
    int leftOut = 0;
    long next = System.nanoTime();
    while (!stopped) {
      long cpu = observer.cpuNanos();
      try {
        if (!first.leavesRoundOut() && pace.looks(System.nanoTime(), stirs())) {
          round(started, hooks, pace);
        }
        started.lost("hooks", hookErrors.look(System.nanoTime()));
        started.lost("weave", unwoven());
        if (leftOut > 0) {
          lookedAgain(started);
        }
        leftOut = 0;
      } catch (VirtualMachineError theJvms) {
        // No memory or no code cache: do nothing that needs any. The next round may succeed.
        if (++leftOut % MANY_LEFT_OUT == 0) {
          blind(started, theJvms);
        }
      }
      long now = System.nanoTime();
      between = pace.next(observer.cpuNanos() - cpu, between);
      next += uneven(between);
      if (next - now < 0) {
        next = now; // fell behind: do not try to catch up
      }
      while (!stopped && next - System.nanoTime() > 0) {
        Thread.interrupted(); // by the application: parking would return at once
        LockSupport.parkNanos(next - System.nanoTime());
      }
    }
  }

  /** If the check itself fails, the look reports why. */
  private boolean stirs() {
    try {
      return observer.stirs();
    } catch (RuntimeException | LinkageError e) {
      return true;
    }
  }

  private void lookedAgain(Publisher started) {
    started.lost("observer", null);
    if (observer.failed("memory")) {
      Say.line("the JVM had no memory for a look at it, going on");
    }
  }

  /** Looks keep failing: the published data grow old. */
  private void blind(Publisher started, VirtualMachineError theJvms) {
    try {
      started.lost("observer", "its looks fail: " + theJvms);
      if (observer.failed("observer")) {
        Say.failure("the observer's looks fail, going on: " + theJvms);
      }
    } catch (VirtualMachineError again) {
      // It is reported again after as many more.
    }
  }

  private @Nullable String unwoven() {
    int classes = weaver.errors();
    if (classes == 0) {
      return null;
    }
    String number = classes + (classes == 1 ? " class" : " classes");
    String what =
        weaver.hadNoMemory()
            ? "the JVM had no memory to weave " + number
            : number + " could not be woven";
    if (observer.failed("weave")) {
      Say.failure(what + "; /healthz names the hooks that work");
    }
    return what;
  }

  private void round(Publisher started, HookStates hooks, Pace pace) {
    attempt(started, "observe", observer::tick);
    attemptOrSay(
        started,
        "jfr",
        () -> {
          recording.tick();
          return recording.lost();
        });
    long now = System.nanoTime();
    if (first.isDue(now)) {
      attempt(started, "rehearse", FirstFinding::rehearse);
    }
    if (first.fillsUp(now)) {
      started.prepareSoon();
    }
    if (pace.due(now, observer.newLongWait(), observer.lively())) {
      long lost = started.lostToCloudWatch();
      if (lost >= 0) {
        observer.dropped("cloudwatch", lost);
      }
      attempt(started, "publish", () -> started.publish(observer.snapshot(vitals.now())));
      attempt(
          started,
          "self-test",
          () -> {
            if (hooks.update()) {
              started.hooks(hooks.all());
            }
          });
      pace.judged(now);
    }
  }

  /** Between three and five quarters of it: a constant tick would alias with a periodic load. */
  private static long uneven(long nanos) {
    long quarter = nanos / 4;
    return 3 * quarter + ((System.nanoTime() * 0x9E3779B97F4A7C15L) >>> 33) % (2 * quarter);
  }

  private void attempt(Publisher started, String part, Runnable work) {
    attemptOrSay(
        started,
        part,
        () -> {
          work.run();
          return null;
        });
  }

  /**
   * Errors for lack of memory are for the caller, all others are reported once.
   *
   * @param work returns why the part does not work, null if it does
   */
  private void attemptOrSay(Publisher started, String part, Supplier<@Nullable String> work) {
    try {
      started.lost(part, work.get());
    } catch (OutOfMemoryError | InternalError theJvms) {
      throw theJvms;
    } catch (Throwable t) {
      started.lost(part, "an error of its own: " + t);
      if (observer.failed(part)) {
        Say.failure("an error of its own in " + part + ", going on: " + t);
      }
    }
  }

  private void stop() {
    stopped = true; // before the hooks are silent, which is then no failure
    SnarlProbe.detach();
    try {
      weaver.remove();
    } catch (UnmodifiableClassException e) {
      Say.line("could not restore a class: " + e);
    }
    LockSupport.unpark(thread);
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    vitals.close();
    recording.close();
    Publisher open = publisher;
    if (open != null) {
      open.close();
    }
    properties.state(null);
    RecordLinks.forget(instrumentation);
    Say.line("detached");
  }
}
