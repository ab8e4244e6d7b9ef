package dev.snarl.agent;

import dev.snarl.host.HostReader;
import dev.snarl.jvm.MemoryReader;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Vitals;
import dev.snarl.text.Figures;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Reads memory, host and profile for each snapshot, on the agent's own thread. */
final class VitalSigns implements AutoCloseable {

  private final Recording recording;
  private final Observer observer;
  private final Instrumentation instrumentation;

  // Built at the first reading and not before main.
  private @Nullable MemoryReader memory;
  private @Nullable HostReader host;
  private int ownPort = -1;

  VitalSigns(Recording recording, Observer observer, Instrumentation instrumentation) {
    this.recording = recording;
    this.observer = observer;
    this.instrumentation = instrumentation;
  }

  /** The agent's address, null without HTTP. */
  void address(@Nullable String address) {
    ownPort = address == null ? -1 : URI.create(address).getPort();
  }

  Vitals now() {
    Host host = host();
    double seconds = host.cpu().processSeconds();
    long nanos = seconds < 0 ? -1 : (long) (seconds * Figures.NANOS);
    recording.used(nanos);
    return new Vitals(memory(nanos), host, recording.profile());
  }

  private Memory memory(long processNanos) {
    MemoryReader reader = memory;
    if (reader == null) {
      reader = new MemoryReader(instrumentation);
      memory = reader;
    }
    return reader.read(processNanos);
  }

  private Host host() {
    HostReader reader = host;
    if (reader == null) {
      reader = new HostReader(slow -> new AgentThread(slow, "snarl-host"));
      reader.leaveOut(ownPort);
      host = reader;
    }
    return observer.completed(reader.read(), reader.cpuNanos());
  }

  /** Once the agent's own thread has ended. */
  @Override
  public void close() {
    HostReader reader = host;
    if (reader != null) {
      reader.close();
    }
  }
}
