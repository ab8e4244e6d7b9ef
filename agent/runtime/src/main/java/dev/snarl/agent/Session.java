package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.jvm.DiagnosticCommand;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.text.Say;
import dev.snarl.text.Shutdown;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
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
  private final Weaver weaver;
  private final Observer observer;
  private final Recording recording;
  private final VitalSigns vitals;
  private final AgentThread thread;
  private final AgentProperties properties;
  private volatile boolean stopped;
  private @Nullable Publisher publisher;

  Session(Settings settings, Instrumentation instrumentation, long begin) {
    this.settings = settings;
    this.instrumentation = instrumentation;
    this.begin = begin;
    this.weaver = new Weaver(instrumentation, KnownLibraries.all(), KnownLibraries.declared());
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
    Publisher started = new Publisher(settings, observer::trace);
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
