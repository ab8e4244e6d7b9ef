package dev.snarl.tests.fuzz;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** {@code benchmarks/attach-load/Hiccups.java}, which measures itself, with the agent. */
final class Service implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("snarl: ready in .* on http://127\\.0\\.0\\.1:(\\d+).*");
  private static final Pattern STOP = Pattern.compile("Total: +(\\d+) ns");

  private final Jdk jdk;
  private final Path safepoints;
  private final Process process;
  private final BufferedReader out;
  private final int port;
  private long stops;

  Service(Jdk jdk, Path folder) throws IOException {
    this.jdk = jdk;
    Path program = ForkedJvm.ROOT.resolve("benchmarks/attach-load/Hiccups.java");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, null, "--release", "17", "-proc:none", "-d", "" + folder, "" + program);
    if (code != 0) {
      throw new IllegalStateException(program + " does not compile");
    }
    Path token = Files.writeString(folder.resolve("token"), Abuse.TOKEN);
    safepoints = folder.resolve("safepoints");
    process =
        new ProcessBuilder(
                jdk.java().toString(),
                "-Xmx256m",
                "-Xlog:safepoint:file=" + safepoints,
                "-javaagent:" + ForkedJvm.JAR + "=port=0,jfr=off,token.file=" + token,
                "-cp",
                folder.toString(),
                "Hiccups")
            .start();
    out = process.inputReader(StandardCharsets.UTF_8);
    port = ready(process.errorReader(StandardCharsets.UTF_8));
  }

  private static int ready(BufferedReader err) throws IOException {
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.matches()) {
        return Integer.parseInt(ready.group(1));
      }
    }
    throw new IllegalStateException("the agent did not get ready");
  }

  int port() {
    return port;
  }

  /** What it saw since it was asked last, as a row of a table. */
  String window(String name) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    JsonObject seen = JsonParser.parseString(out.readLine()).getAsJsonObject();
    List<Double> all =
        STOP.matcher(Files.readString(safepoints))
            .results()
            .map(stop -> Long.parseLong(stop.group(1)) / 1e6)
            .toList();
    double longest = all.stream().skip(stops).mapToDouble(stop -> stop).max().orElse(0);
    stops = all.size();
    return String.format(
        Locale.ROOT,
        "| %s | %.0f | %.2f ms | %.2f ms | %.1f ms | %.1f ms |",
        name,
        seen.get("perSecond").getAsDouble(),
        seen.get("p50").getAsDouble(),
        seen.get("p99").getAsDouble(),
        seen.get("max").getAsDouble(),
        longest);
  }

  HttpResponse<String> ask(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + Abuse.TOKEN)
                .timeout(Duration.ofSeconds(10))
                .build(),
            BodyHandlers.ofString());
  }

  /** Counts that must not grow. Collects the service's garbage first. */
  Map<String, Long> measure() throws IOException, InterruptedException {
    Path jcmd = jdk.java().resolveSibling("jcmd");
    String tool = Files.isExecutable(jcmd) ? jcmd.toString() : "jcmd";
    Process asked = new ProcessBuilder(tool, "" + process.pid(), "GC.class_histogram").start();
    String histogram = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, Long> counts = new TreeMap<>();
    counts.put("threads", entries("task"));
    counts.put("descriptors", entries("fd"));
    counts.put("heap kB", sum(histogram, "(?m)^Total +\\d+ +(\\d+)") / 1024);
    counts.put(
        "connections kept",
        sum(histogram, "(?m)^ *\\d+: +(\\d+) .*dev\\.snarl\\.publish\\.Connection\\b"));
    counts.put("errors", sum(ask("/metrics").body(), "(?m)^snarl_agent_errors_total\\S* (\\d+)"));
    return counts;
  }

  private static long sum(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1)))
        .sum();
  }

  private long entries(String folder) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/" + process.pid() + "/" + folder))) {
      return all.count();
    }
  }

  /** The ticks that the thread of the agent's HTTP has used. */
  long httpTicks() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path task : tasks.toList()) {
        if (Files.readString(task.resolve("comm")).strip().equals("snarl-http")) {
          String stat = Files.readString(task.resolve("stat"));
          List<String> fields =
              Arrays.asList(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
          return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
        }
      }
    }
    throw new IllegalStateException("there is no thread snarl-http");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
