package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.jvm.DiagnosticCommand;
import dev.snarl.observe.Intake;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
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
 * opens HTTP, then goes its {@link Rounds}.
 */
final class Session implements Runnable {

  private static final int SLOTS = 16_384;

  /** The thread of {@code premain}, whatever its id: 1 on 17 and 21, 3 on 25. */
  private static final String MAIN = "main";

  private final Settings settings;
  private final Instrumentation instrumentation;
  private final long begin;
  private final Ahead<Intake> intake;
  private final Weaver weaver;
  private final AgentThread thread;
  private final AgentProperties properties;
  private volatile boolean stopped;
  private @Nullable Publisher publisher;
  private @Nullable Recording recording;
  private @Nullable VitalSigns vitals;

  private Session(
      Settings settings,
      Instrumentation instrumentation,
      long begin,
      Weaver weaver,
      Ahead<Intake> intake) {
    this.settings = settings;
    this.instrumentation = instrumentation;
    this.begin = begin;
    this.weaver = weaver;
    this.intake = intake;
    this.properties = new AgentProperties(instrumentation);
    this.thread = new AgentThread(this, "snarl-observer");
  }

  /** Whether the agent is attached to a running JVM: on the thread that starts it. */
  static boolean cameLater() {
    return !Thread.currentThread().getName().equals(MAIN);
  }

  /** Weaves and starts the thread; the result detaches. */
  static Runnable start(
      Settings settings, Instrumentation instrumentation, long begin, Ahead<Weaver> weaver)
      throws UnmodifiableClassException {
    Ahead<Intake> intake =
        Ahead.of(
            new Supplier<Intake>() {
              @Override
              public Intake get() {
                return new Intake(settings.app());
              }
            });
    return new Session(settings, instrumentation, begin, weaver.result(), intake).weave();
  }

  private Runnable weave() throws UnmodifiableClassException {
    if (cameLater()) {
      properties.state(""); // the attaching process waits for the ready line
      intake.result().rehearse();
      attach();
      weaver.install();
    } else {
      weaver.install();
      attach();
    }
    thread.start();
    return new Runnable() {
      @Override
      public void run() {
        stop();
      }
    };
  }

  private void attach() {
    BootClasses.initializeLenses();
    intake.result().attach(SLOTS);
  }

  @Override
  public void run() {
    try {
      observe(intake.result());
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

  private void observe(Intake taken) {
    Observer observer =
        new Observer(taken, instrumentation, new DiagnosticCommand(instrumentation)::run);
    Recording recording = new Recording(settings, observer, instrumentation);
    VitalSigns vitals = new VitalSigns(recording, observer, instrumentation);
    Publisher started = new Publisher(settings, observer::trace);
    this.recording = recording;
    this.vitals = vitals;
    publisher = started;
    HookStates hooks =
        new HookStates(observer.selfTest(), weaver, () -> stopped || Shutdown.inProgress());
    Rounds rounds =
        new Rounds(
            observer,
            recording,
            vitals,
            weaver,
            started,
            hooks,
            new FirstFinding(begin),
            () -> stopped);
    rounds.attempt("existing", observer::findExisting);
    rounds.attempt("prove", hooks::prove);
    started.hooks(hooks.all());
    String address = started.open();
    vitals.address(address);
    String ready = ReadyLine.of(begin, address, started.rules(), hooks.working());
    Say.raw(ready);
    properties.state(ready);
    rounds.run();
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
    close(vitals);
    close(recording);
    close(publisher);
    properties.state(null);
    RecordLinks.forget(instrumentation);
    Say.line("detached");
  }

  /** What the agent's thread had not made yet has nothing to close. */
  private static void close(@Nullable AutoCloseable made) {
    try {
      if (made != null) {
        made.close();
      }
    } catch (Exception e) {
      Say.line("could not close a part of the agent: " + e);
    }
  }
}
