package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.Tick;
import dev.snarl.text.Say;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Observes, judges and publishes, round after round, on the agent's one thread. A part that fails
 * is switched off and named once; the others go on.
 */
final class Rounds {

  /** This many consecutive looks that fail because of the JVM are reported. */
  private static final int MANY_LEFT_OUT = 20;

  private final Observer observer;
  private final Recording recording;
  private final VitalSigns vitals;
  private final Weaver weaver;
  private final Publisher publisher;
  private final HookStates hooks;
  private final FirstFinding first;
  private final BooleanSupplier stopped;
  private final HookErrors hookErrors = new HookErrors();

  Rounds(
      Observer observer,
      Recording recording,
      VitalSigns vitals,
      Weaver weaver,
      Publisher publisher,
      HookStates hooks,
      FirstFinding first,
      BooleanSupplier stopped) {
    this.observer = observer;
    this.recording = recording;
    this.vitals = vitals;
    this.weaver = weaver;
    this.publisher = publisher;
    this.hooks = hooks;
    this.first = first;
    this.stopped = stopped;
  }

  /** Until the agent is stopped. */
  void run() {
    Pace pace = new Pace();
    long between = Tick.NANOS;
    int leftOut = 0;
    long next = System.nanoTime();
    while (!stopped.getAsBoolean()) {
      long cpu = observer.cpuNanos();
      try {
        if (!first.leavesRoundOut()) {
          attemptOrSay("jfr", this::recorded); // also between looks: its disk may fill
          if (pace.looks(System.nanoTime(), stirs())) {
            round(pace);
          }
        }
        publisher.lost("hooks", hookErrors.look(System.nanoTime()));
        publisher.lost("weave", unwoven());
        if (leftOut > 0) {
          lookedAgain();
        }
        leftOut = 0;
      } catch (VirtualMachineError theJvms) {
        // No memory or no code cache: do nothing that needs any. The next round may succeed.
        if (++leftOut % MANY_LEFT_OUT == 0) {
          blind(theJvms);
        }
      }
      long now = System.nanoTime();
      between = pace.next(observer.cpuNanos() - cpu, between);
      next += uneven(between);
      if (next - now < 0) {
        next = now; // fell behind: do not try to catch up
      }
      while (!stopped.getAsBoolean() && next - System.nanoTime() > 0) {
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

  private void lookedAgain() {
    publisher.lost("observer", null);
    if (observer.failed("memory")) {
      Say.line("the JVM had no memory for a look at it, going on");
    }
  }

  /** Looks keep failing: the published data grow old. */
  private void blind(VirtualMachineError theJvms) {
    try {
      publisher.lost("observer", "its looks fail: " + theJvms);
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

  private void round(Pace pace) {
    attempt("observe", observer::tick);
    long now = System.nanoTime();
    if (first.isDue(now)) {
      attempt("rehearse", FirstFinding::rehearse);
    }
    if (first.fillsUp(now)) {
      publisher.prepareSoon();
    }
    if (pace.due(now, observer.newLongWait(), observer.lively())) {
      dropped("cloudwatch", publisher.lostToCloudWatch());
      dropped("otlp", publisher.lostToOtlp());
      attempt("publish", () -> publisher.publish(observer.snapshot(vitals.now())));
      attempt(
          "self-test",
          () -> {
            if (hooks.update()) {
              publisher.hooks(hooks.all());
            }
          });
      pace.judged(now);
    }
  }

  private @Nullable String recorded() {
    recording.tick();
    return recording.lost();
  }

  private void dropped(String table, long lost) {
    if (lost >= 0) {
      observer.dropped(table, lost);
    }
  }

  /** Between three and five quarters of it: a constant tick would alias with a periodic load. */
  private static long uneven(long nanos) {
    long quarter = nanos / 4;
    return 3 * quarter + ((System.nanoTime() * 0x9E3779B97F4A7C15L) >>> 33) % (2 * quarter);
  }

  void attempt(String part, Runnable work) {
    attemptOrSay(
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
  private void attemptOrSay(String part, Supplier<@Nullable String> work) {
    try {
      publisher.lost(part, work.get());
    } catch (OutOfMemoryError | InternalError theJvms) {
      throw theJvms;
    } catch (Throwable t) {
      publisher.lost(part, "an error of its own: " + t);
      if (observer.failed(part)) {
        Say.failure("an error of its own in " + part + ", going on: " + t);
      }
    }
  }
}
