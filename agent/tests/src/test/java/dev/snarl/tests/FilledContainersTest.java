package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.FilledContainers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code heap} of a real JVM names what libraries' containers hold, and which caches have a limit.
 */
class FilledContainersTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void onlyACacheWithoutLimitIsCalledOne(Jdk jdk) {
    Map<String, JsonObject> found = containers(jdk);
    Map<String, String> kinds = new HashMap<>();
    found.forEach((place, container) -> kinds.put(place, container.get("kind").getAsString()));
    assertThat(kinds)
        .containsEntry("GUAVA", "Guava cache without limit")
        .containsEntry("GUAVA_BOUNDED", "Guava cache of at most 1,000,000")
        .containsEntry("CAFFEINE", "Caffeine cache without limit")
        .containsEntry("CAFFEINE_BOUNDED", "Caffeine cache of at most 1,000")
        .containsEntry("CAFFEINE_EXPIRING", "Caffeine cache without maximum")
        .containsEntry(
            "CHANNEL", coroutines(jdk).equals("1.6.0") ? "LinkedListChannel" : "BufferedChannel")
        .hasSize(6); // what is softly held is retained by nobody
    found.forEach(
        (place, container) -> {
          JsonObject first = container.getAsJsonArray("elements").get(0).getAsJsonObject();
          assertThat(first.get("class").getAsString())
              .as("%s", container)
              .isEqualTo("java.util.BitSet");
          assertThat(first.get("count").getAsInt()).as("%s", container).isEqualTo(500);
          assertThat(container.get("retained").getAsLong())
              .as("%s", container)
              .isBetween(4_000_000L, 4_400_000L);
          assertThat(container.get("abandoned").getAsBoolean())
              .as("%s", container)
              .isEqualTo(place.equals("CHANNEL"));
        });
  }

  private Map<String, JsonObject> containers(Jdk jdk) {
    Path dump = folder.resolve("heap.hprof");
    try (Running program =
        ForkedJvm.on(jdk)
            .jarsOf(CacheBuilder.class, Caffeine.class)
            .jarsOf(com.google.common.util.concurrent.internal.InternalFutureFailureAccess.class)
            .with("kotlinx-coroutines-core-jvm-" + coroutines(jdk), "kotlin-stdlib-2.2.21")
            .start(FilledContainers.class)) {
      program.awaitOut("filled");
      Exit made = ThreadDumpsTest.jcmd(jdk, program, "GC.heap_dump", dump.toString());
      assertThat(made.code()).as("%s", made).isZero();
    }
    Exit exit = ForkedJvm.on(Jdk.of(17)).command("heap", dump.toString(), "--json");
    assertThat(exit.code()).as("%s", exit).isEqualTo(1);
    Map<String, JsonObject> containers = new HashMap<>();
    for (JsonElement each :
        JsonParser.parseString(String.join("\n", exit.out()))
            .getAsJsonObject()
            .getAsJsonArray("containers")) {
      String place = each.getAsJsonObject().get("place").getAsString();
      assertThat(place).startsWith("FilledContainers.");
      containers.put(
          place.replaceFirst("FilledContainers[.]", "").replaceFirst("\\W.*", ""),
          each.getAsJsonObject());
    }
    return containers;
  }

  private static String coroutines(Jdk jdk) {
    return jdk.feature() == 17 ? "1.6.0" : "1.10.2";
  }
}
