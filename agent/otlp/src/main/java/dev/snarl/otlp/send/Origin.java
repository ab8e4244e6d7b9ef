package dev.snarl.otlp.send;

import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who sends: this JVM as a resource, and Snarl as the instrumentation. Nothing is looked up: the
 * first look-up would fix the JVM's DNS cache times before the application has set them.
 *
 * @param startNanos since 1970, when sums began to be sent
 */
record Origin(Resource resource, InstrumentationScope scope, long startNanos) {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  static Origin of(Environment environment, String application) throws IOException {
    Map<String, String> known = new LinkedHashMap<>();
    String pid = Long.toString(ProcessHandle.current().pid());
    String host = host();
    known.put("service.name", application);
    known.put("service.instance.id", host + "/" + pid);
    known.put("host.name", host);
    known.put("process.runtime.name", System.getProperty("java.runtime.name", "Java"));
    known.put("process.runtime.version", Runtime.version().toString());
    Resource.Builder resource = Resource.newBuilder();
    environment.resource(known).forEach((k, v) -> resource.addAttributes(Values.of(k, v)));
    resource.addAttributes(Values.of("process.pid", ProcessHandle.current().pid()));
    return new Origin(
        resource.build(), InstrumentationScope.newBuilder().setName("dev.snarl").build(), now());
  }

  static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }

  private static String host() {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException | RuntimeException e) {
      return "localhost";
    }
  }
}
