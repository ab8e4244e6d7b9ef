package dev.snarl.agent;

import dev.snarl.host.HostReader;
import dev.snarl.jvm.MemoryReader;
import dev.snarl.observe.AgentThread;
import dev.snarl.observe.Observer;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Vitals;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Reads memory, host and profile for each snapshot, on the agent's own thread. */
final class VitalSigns implements AutoCloseable {

  private final Recording recording;
  private final Observer observer;
  private final MemoryReader memory;
  private @Nullable HostReader host;
  private int ownPort = -1;

  VitalSigns(Recording recording, Observer observer, Instrumentation instrumentation) {
    this.recording = recording;
    this.observer = observer;
    this.memory = new MemoryReader(instrumentation);
  }

  /** Where the agent answers, null if it does not. */
  void address(@Nullable String address) {
    ownPort = address == null ? -1 : URI.create(address).getPort();
  }

  Vitals now() {
    return new Vitals(memory.read(), host(), recording.profile());
  }

  private Host host() {
    HostReader reader = host;
    if (reader == null) { // here and not before main
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
