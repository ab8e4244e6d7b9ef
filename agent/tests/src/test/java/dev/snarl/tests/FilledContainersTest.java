package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.FilledContainers;
import io.netty.util.collection.IntObjectHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jctools.queues.MpscArrayQueue;
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
    Map<String, JsonObject> found = containers(jdk, "caches");
    assertThat(kinds(found))
        .containsEntry("GUAVA", "Guava cache without limit")
        .containsEntry("GUAVA_BOUNDED", "Guava cache of at most 1,000,000")
        .containsEntry("CAFFEINE", "Caffeine cache without limit")
        .containsEntry("CAFFEINE_BOUNDED", "Caffeine cache of at most 1,000")
        .containsEntry("CAFFEINE_EXPIRING", "Caffeine cache without maximum")
        .containsEntry(
            "CHANNEL", coroutines(jdk).equals("1.6.0") ? "LinkedListChannel" : "BufferedChannel")
        .hasSize(6); // what is softly held is retained by nobody
    found.forEach((place, container) -> assertHolds(container, place.equals("CHANNEL")));
  }

  @OnJdk
  void queuesAndMapsOfLibrariesAreNamedWithWhatTheyHold(Jdk jdk) {
    Map<String, JsonObject> found = containers(jdk, "others");
    assertThat(kinds(found))
        .containsEntry("JCTOOLS_ARRAY", "MpscArrayQueue")
        .containsEntry("JCTOOLS_CHUNKS", "MpscUnboundedArrayQueue")
        .containsEntry("JCTOOLS_LINKED", "MpscLinkedQueue")
        .containsEntry("AGRONA_ARRAY", "ManyToOneConcurrentArrayQueue")
        .containsEntry("AGRONA_LINKED", "ManyToOneConcurrentLinkedQueue")
        .containsEntry("AGRONA_MAP", "Int2ObjectHashMap")
        .containsEntry("NETTY_MAP", "IntObjectHashMap")
        .containsEntry("FASTUTIL_MAP", "Int2ObjectOpenHashMap")
        .hasSize(8);
    found.forEach((place, container) -> assertHolds(container, !place.endsWith("_MAP")));
  }

  private static Map<String, String> kinds(Map<String, JsonObject> found) {
    Map<String, String> kinds = new HashMap<>();
    found.forEach((place, container) -> kinds.put(place, container.get("kind").getAsString()));
    return kinds;
  }

  private static void assertHolds(JsonObject container, boolean abandoned) {
    JsonObject first = container.getAsJsonArray("elements").get(0).getAsJsonObject();
    assertThat(first.get("class").getAsString()).as("%s", container).isEqualTo("java.util.BitSet");
    assertThat(first.get("count").getAsInt()).as("%s", container).isEqualTo(500);
    assertThat(container.get("retained").getAsLong())
        .as("%s", container)
        .isBetween(4_000_000L, 4_400_000L);
    assertThat(container.get("abandoned").getAsBoolean()).as("%s", container).isEqualTo(abandoned);
  }

  private Map<String, JsonObject> containers(Jdk jdk, String which) {
    Path dump = folder.resolve("heap.hprof");
    try (Running program =
        ForkedJvm.on(jdk)
            .flags("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED") // Agrona
            .jarsOf(CacheBuilder.class, Caffeine.class)
            .jarsOf(MpscArrayQueue.class, Int2ObjectHashMap.class)
            .jarsOf(IntObjectHashMap.class, Int2ObjectOpenHashMap.class)
            .jarsOf(com.google.common.util.concurrent.internal.InternalFutureFailureAccess.class)
            .with("kotlinx-coroutines-core-jvm-" + coroutines(jdk), "kotlin-stdlib-2.2.21")
            .start(FilledContainers.class, which)) {
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
