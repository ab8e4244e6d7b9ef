package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Leaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** {@code heap} of real JVMs names the field that holds too much, and what is in it. */
class LeaksTest {
  private static final String OF = "dev.snarl.tests.programs.Leaks";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private Path dumped(Jdk jdk, Running program, String name) {
    Path dump = folder.resolve(name);
    assertThat(ThreadDumpsTest.jcmd(jdk, program, "GC.heap_dump", dump.toString()).code()).isZero();
    return dump;
  }

  private static JsonObject heap(Path... dumps) {
    List<String> words = new ArrayList<>(List.of("heap", "--json"));
    for (Path dump : dumps) {
      words.add(dump.toString());
    }
    Exit exit = ForkedJvm.on(Jdk.of(17)).command(words.toArray(new String[0]));
    assertThat(exit.code()).as("%s", exit).isEqualTo(1);
    return JsonParser.parseString(String.join("\n", exit.out())).getAsJsonObject();
  }

  private JsonObject of(Jdk jdk, String how) {
    try (Running program = ForkedJvm.on(jdk).start(Leaks.class, how)) {
      program.awaitOut("full");
      return heap(dumped(jdk, program, "heap.hprof"));
    }
  }

  private static JsonObject first(JsonObject report, String list) {
    return report.getAsJsonArray(list).get(0).getAsJsonObject();
  }

  @OnJdk
  void aQueueIsNamedByItsFieldItsTasksAndItsGrowth(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).start(Leaks.class, "queue")) {
      program.awaitOut("full");
      Path before = dumped(jdk, program, "before.hprof");
      program.say("");
      program.awaitOut("more");
      JsonObject report = heap(before, dumped(jdk, program, "after.hprof"));
      assertThat(report.get("sentence").getAsString())
          .startsWith("100,000 tasks ")
          .contains(
              "Leaks.lambda$queue$0 wait in Leaks.BROKER → Leaks$Broker.pending,"
                  + " a LinkedBlockingQueue that nobody drains: ");
      JsonObject in = first(report, "containers");
      assertThat(in.get("remedy").getAsString()).startsWith("Give the queue a capacity");
      assertThat(in.get("oql").getAsString()).matches("SELECT \\* FROM OBJECTS 0x[0-9a-f]+");
      JsonObject growth = first(report.getAsJsonObject("growth"), "places");
      assertThat(growth.get("name").getAsString())
          .isEqualTo("Leaks.BROKER → Leaks$Broker.pending, " + OF + ".lambda$queue$0");
      assertThat(growth.get("countBefore").getAsLong()).isEqualTo(50_000);
      assertThat(growth.get("count").getAsLong()).isEqualTo(100_000);
    }
  }

  @Tag("full")
  @OnJdk
  void listenersThatNobodyRemovesAreNamed(Jdk jdk) {
    JsonObject in = first(of(jdk, "listeners"), "containers");
    assertThat(in.get("place").getAsString()).isEqualTo("Leaks.EVENTS → Leaks$Events.listeners");
    assertThat(first(in, "elements").get("class").getAsString()).isEqualTo(OF + "$Listener");
    assertThat(first(in, "elements").get("count").getAsLong()).isEqualTo(2_000);
    assertThat(in.get("remedy").getAsString()).startsWith("Remove each listener");
  }

  @Tag("full")
  @OnJdk
  void aMapWithoutLimitIsNamed(Jdk jdk) {
    JsonObject in = first(of(jdk, "map"), "containers");
    assertThat(in.get("place").getAsString()).isEqualTo("Leaks.PRICES");
    assertThat(first(in, "elements").get("class").getAsString()).isEqualTo(OF + "$Price");
    assertThat(in.get("remedy").getAsString()).contains("maximumSize");
  }

  @OnJdk(17)
  void theInnerOneIsNamedIfItHoldsMostOfIt(Jdk jdk) {
    JsonObject in = first(of(jdk, "nested"), "containers");
    assertThat(in.get("place").getAsString()).isEqualTo("Leaks.BY_SHOP[…]");
    assertThat(in.get("class").getAsString()).isEqualTo("java.util.ArrayList");
    assertThat(first(in, "elements").get("count").getAsLong()).isEqualTo(50_000);
  }

  @OnJdk(17)
  void anArrayIsNamed(Jdk jdk) {
    JsonObject in = first(of(jdk, "array"), "containers");
    assertThat(in.get("place").getAsString()).isEqualTo("Leaks.TABLE");
    assertThat(first(in, "elements").get("count").getAsLong()).isEqualTo(50_000);
  }

  @OnJdk
  void threadLocalsOfAPoolAreAddedUp(Jdk jdk) {
    JsonObject shape = first(of(jdk, "thread-locals"), "shapes");
    assertThat(shape.get("title").getAsString())
        .startsWith("8 thread-locals of class " + OF + "$Session hold 8.0 MB");
    assertThat(shape.get("remedy").getAsString()).contains("remove()");
  }

  @OnJdk
  void loadersThatLoadedTheSameClassAreNamed(Jdk jdk) {
    JsonObject shape = first(of(jdk, "loaders"), "shapes");
    assertThat(shape.get("title").getAsString())
        .startsWith("4 class loaders of class java.net.URLClassLoader each loaded shop.Deployed")
        .contains("one is kept by Leaks.DEPLOYED[…]");
  }
}
