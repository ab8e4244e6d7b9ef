package dev.snarl.observe;

import dev.snarl.libraries.KnownLibraries;
import java.util.List;
import java.util.concurrent.SnarlDeclared;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;

/**
 * Takes what the hooks report. It is all that must be there before the application's {@code main}:
 * the {@link Observer} reads it later, on the agent's own thread.
 */
public final class Intake {
  final Recorder recorder;
  final SinkByThread sink;

  /**
   * Takes nothing yet.
   *
   * @param application prefixes of the application's classes; empty to guess
   */
  public Intake(List<String> application) {
    this.recorder = new Recorder(Observer.frames(application));
    this.sink = new SinkByThread(recorder);
  }

  /** For an application that is running: its threads shall not be the first in the hooks. */
  public void rehearse() {
    Rehearsal.play(recorder.frames);
  }

  /** Turns the probe on; from here on the application's threads report. */
  public void attach(int slots) {
    SnarlDeclared.futures = KnownLibraries.futures();
    SnarlFutureLens.trusted = KnownLibraries.doneIsRead();
    SnarlPoolLens.wrappers = KnownLibraries.wrappedWorkers();
    SnarlProbe.attach(sink, slots);
  }
}
