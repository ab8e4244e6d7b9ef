package dev.snarl.agent;

import dev.snarl.host.HostReader;
import dev.snarl.jvm.MemoryReader;
import dev.snarl.snapshot.Vitals;

/** Reads memory, host and profile for each snapshot, on the agent's own thread. */
final class VitalSigns {

  private final Recording recording;
  private final MemoryReader memory = new MemoryReader();
  private final HostReader host = new HostReader();

  VitalSigns(Recording recording) {
    this.recording = recording;
  }

  Vitals now() {
    return new Vitals(memory.read(), host.read(), recording.profile());
  }
}
