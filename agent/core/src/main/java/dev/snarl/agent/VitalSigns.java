package dev.snarl.agent;

import dev.snarl.host.HostReader;
import dev.snarl.jvm.MemoryReader;
import dev.snarl.snapshot.Vitals;
import java.lang.instrument.Instrumentation;

/** Reads memory, host and profile for each snapshot, on the agent's own thread. */
final class VitalSigns {

  private final Recording recording;
  private final MemoryReader memory;
  private final HostReader host = new HostReader();

  VitalSigns(Recording recording, Instrumentation instrumentation) {
    this.recording = recording;
    this.memory = new MemoryReader(instrumentation);
  }

  Vitals now() {
    return new Vitals(memory.read(), host.read(), recording.profile());
  }
}
