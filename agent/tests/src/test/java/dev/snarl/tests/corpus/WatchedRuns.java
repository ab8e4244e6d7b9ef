package dev.snarl.tests.corpus;

import dev.snarl.tests.Folders;
import dev.snarl.tests.Jdk;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Programs of the corpus without Snarl's agent, watched with what needs no change of the program:
 * the JVM's flight recorder, thread dumps, and the metrics of jmx_exporter if its jar is given.
 */
record WatchedRuns(Compiler compiler, @Nullable Path exporter) {
  private static final int LIMIT_SECONDS = 150;
  private static final int PERIOD_SECONDS = 2;
  private static final long SIGQUIT_BIT = 1L << 2;
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  /** What is made of a run; its folder is there meanwhile. */
  interface Judge<T> {
    T of(Shot shot) throws IOException, InterruptedException;
  }

  /**
   * Each program on the first of these JDKs that can run it, or on all of them. What cannot run
   * here at all is said.
   */
  <T> List<T> of(List<Program> programs, List<Jdk> jdks, boolean first, int jobs, Judge<T> judge)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    try {
      List<Callable<T>> runs = new ArrayList<>();
      for (Program program : programs) {
        String reason = program.place().missing();
        if (reason != null) {
          System.out.println("SKIPPED " + program.id() + ": " + reason);
          continue;
        }
        jdks.stream()
            .filter(jdk -> jdk.home() != null && program.jdk().covers(jdk.feature()))
            .limit(first ? 1 : jdks.size())
            .forEach(jdk -> runs.add(() -> run(program, jdk, judge)));
      }
      List<T> all = new ArrayList<>();
      for (Future<T> run : pool.invokeAll(runs)) {
        all.add(run.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }

  private <T> T run(Program program, Jdk jdk, Judge<T> judge)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("snarl-watched-");
    try (Place.Entered place = program.place().enter(folder.getFileName().toString())) {
      List<String> paths = List.copyOf(compiler.classPaths(program).values());
      String newest = paths.get(paths.size() - 1);
      Shot shot = new Shot(program, jdk, newest, folder, new ArrayList<>());
      List<String> flags =
          new ArrayList<>(
              List.of(
                  "-XX:+PrintConcurrentLocks",
                  "-XX:StartFlightRecording:settings=profile,dumponexit=true,filename="
                      + shot.recording()));
      int port = 0;
      if (exporter != null) {
        port = freePort();
        Path config = Files.writeString(folder.resolve("jmx.yaml"), "rules:\n- pattern: '.*'\n");
        flags.add("-javaagent:" + exporter + "=127.0.0.1:" + port + ":" + config);
      }
      watch(start(shot, place.prefix(), flags, shot.output()), shot, port);
      return judge.of(shot);
    } finally {
      Folders.delete(folder);
    }
  }

  /** Starts a shot's program, with these flags; all that it says goes to the file. */
  static Process start(Shot shot, List<String> prefix, List<String> flags, Path output)
      throws IOException {
    return shot.program()
        .command(prefix, shot.jdk(), flags, shot.classPath(), shot.folder())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Waits for its end; ends it itself after a while. */
  static void await(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  private static void watch(Process process, Shot shot, int port)
      throws IOException, InterruptedException {
    for (int looks = 0; looks < LIMIT_SECONDS / PERIOD_SECONDS; looks++) {
      if (process.waitFor(PERIOD_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
      if (catchesQuit(process.pid())) {
        new ProcessBuilder("kill", "-QUIT", "" + process.pid()).start().waitFor();
        if (port > 0) {
          scrape(port, shot.scrapes());
        }
      }
    }
    process.destroyForcibly().waitFor();
  }

  /** Before its handler is there, the signal for a thread dump ends a JVM. */
  private static boolean catchesQuit(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("SigCgt:")) {
          return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGQUIT_BIT) != 0;
        }
      }
      return false;
    } catch (IOException ended) {
      return false;
    }
  }

  private static void scrape(int port, List<String> scrapes) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      scrapes.add(HTTP.send(request, BodyHandlers.ofString()).body());
    } catch (IOException unreachable) {
      // It has ended, has a network of its own, or is stuck: a scrape that failed, as in
      // production.
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
