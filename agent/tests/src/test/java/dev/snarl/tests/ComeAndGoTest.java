package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.sun.tools.attach.VirtualMachine;
import dev.snarl.tests.programs.Busy;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.Watched;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the agent finds in a JVM that has long been busy, and what it leaves behind when it goes.
 */
class ComeAndGoTest {
  private static final Pattern READY = Pattern.compile("snarl: ready in .* on (http://[^ ,]+),.*");

  private static Exit snarl(String... arguments) {
    return ForkedJvm.on(Jdk.of(17)).command(arguments);
  }

  private static Running busy(Jdk jdk) {
    Running program = ForkedJvm.on(jdk).attachable().flags("-Xmx64m").start(Busy.class);
    program.awaitOut("busy");
    return program;
  }

  private static URI attach(Running program, String... options) {
    String[] command = new String[options.length + 2];
    command[0] = "attach";
    command[1] = Long.toString(program.pid());
    System.arraycopy(options, 0, command, 2, options.length);
    Exit attach = snarl(command);
    assertThat(attach.code()).as("%s", attach).isZero();
    Matcher ready = READY.matcher(attach.out().get(0));
    assertThat(ready.matches()).as("%s", attach).isTrue();
    return URI.create(ready.group(1));
  }

  private static JsonArray items(Running program, URI address, String path) {
    JsonElement answer = JsonParser.parseString(program.get(address.resolve(path)));
    JsonElement items = answer.getAsJsonObject().get("items");
    return items == null ? new JsonArray() : items.getAsJsonArray();
  }

  @OnJdk
  void poolsThreadsAndWaitsOfABusyJvmAreFound(Jdk jdk) {
    try (Running program = busy(jdk)) {
      URI address = attach(program, "port=0", "jfr=off");
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> program.get(address.resolve("/api/executors")),
              () -> {
                String pools = items(program, address, "/api/executors").toString();
                String waits = items(program, address, "/api/tangle").toString();
                String starts = items(program, address, "/api/threads").toString();
                return pools.contains("\"name\":\"front-#\"")
                        && pools.contains("\"name\":\"jobs-#\"")
                        && waits.contains("\"waiter\":\"patient\"")
                        && waits.contains("Busy.front(Busy.java:")
                        && starts.contains("Busy.lambda$main$")
                    ? "found"
                    : null;
              });
      for (JsonElement pool : items(program, address, "/api/executors")) {
        if (pool.getAsJsonObject().get("name").getAsString().equals("jobs-#")) {
          assertThat(pool.getAsJsonObject().get("size").getAsInt()).isEqualTo(4);
        }
      }
    }
  }

  @OnJdk
  void everyClassThatWasWovenIsPlainAgain(Jdk jdk, @TempDir Path folder) throws Exception {
    Path watcher = ForkedJvm.testAgent(folder, Watched.class);
    try (Running program =
        ForkedJvm.on(jdk).attachable().flags("-javaagent:" + watcher).start(Watched.class)) {
      program.awaitOut("watching");
      attach(program, "port=0", "jfr=off");
      List<String> woven = named(program.out(), "plain ");
      assertThat(woven).contains("java/util/concurrent/FutureTask", "java/lang/Thread");

      loadAgain(program, watcher);
      program.say("look");
      program.awaitOut("done look");
      assertThat(named(program.out(), "woven "))
          .as("the watcher behind the agent sees what it wove")
          .containsExactly("java/util/concurrent/FutureTask");

      int before = program.out().size();
      assertThat(snarl("detach", Long.toString(program.pid())).code()).isZero();
      List<String> after = program.out().subList(before, program.out().size());
      assertThat(named(after, "woven ")).isEmpty();
      assertThat(named(after, "plain ")).containsAll(woven);
    }
  }

  private static void loadAgain(Running program, Path agent) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(program.pid()));
    try {
      machine.loadAgent(agent.toString());
    } finally {
      machine.detach();
    }
  }

  private static List<String> named(List<String> lines, String how) {
    return lines.stream()
        .filter(line -> line.startsWith(how))
        .map(line -> line.substring(how.length()))
        .toList();
  }

  @OnJdk(17)
  void switchedOffItIsGoneAndSwitchedOnItHasItsOptions(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk).attachable().agent("port=0", "application=kept").start(Hello.class)) {
      URI first = program.address();
      String pid = Long.toString(program.pid());
      Exit disable = snarl("disable", pid);
      assertThat(disable.code()).as("%s", disable).isZero();
      assertThat(disable.out()).containsExactly("snarl: disabled in " + pid);
      assertThat(refuses(first)).as("its port is closed").isTrue();
      assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
      assertThat(snarl("findings", pid).code()).isEqualTo(3);

      URI second = attach(program);
      assertThat(application(program, second)).isEqualTo("kept");

      assertThat(snarl("detach", pid).code()).isZero();
      assertThat(application(program, attach(program, "port=0"))).isEqualTo("Hello");
    }
  }

  @OnJdk(17)
  void startedSwitchedOffItIsSwitchedOnByAttaching(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .attachable()
            .agent("port=0", "enabled=false", "application=kept")
            .start(Hello.class)) {
      program.awaitOut("hello");
      assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
      assertThat(application(program, attach(program))).isEqualTo("kept");
    }
  }

  private static String application(Running program, URI address) {
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> program.err().toString(),
            () -> {
              JsonElement answer =
                  JsonParser.parseString(program.get(address.resolve("/api/findings")));
              JsonElement name = answer.getAsJsonObject().get("application");
              return name == null ? null : name.getAsString();
            });
  }

  private static boolean refuses(URI address) {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      return !socket.isConnected();
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
