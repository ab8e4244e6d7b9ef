package dev.snarl.observe.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MapsTest {
  private static final List<Supplier<Map<String, Object>>> READ =
      List.of(HashMap::new, LinkedHashMap::new, ConcurrentHashMap::new);

  @Test
  void eachKeyOfALargeMapIsFound() {
    for (Supplier<Map<String, Object>> kind : READ) {
      Map<String, Object> map = kind.get();
      for (int i = 0; i < 1_000; i++) {
        map.put("key-" + i, "value-" + i);
      }
      for (int i = 0; i < 1_000; i++) {
        assertThat(Maps.value(map, "key-" + i)).isEqualTo("value-" + i);
        assertThat(Maps.value(Collections.synchronizedMap(map), "key-" + i)).isNotNull();
        assertThat(Maps.value(Collections.unmodifiableMap(map), "key-" + i)).isNotNull();
      }
      assertThat(Maps.value(map, "none")).isNull();
    }
  }

  @Test
  void nothingIsFoundInAnEmptyOrUnknownMap() {
    READ.forEach(kind -> assertThat(Maps.value(kind.get(), "key")).isNull());
    assertThat(Maps.value(new TreeMap<>(Map.of("key", "value")), "key")).isNull();
    assertThat(Maps.value("text", "key")).isNull();
    assertThat(Maps.value(null, "key")).isNull();
  }

  /** A map of the application's own is a class that is not known. */
  @Test
  void noMethodOfTheApplicationIsCalled() {
    Map<String, Object> own =
        new HashMap<>() {
          @Override
          public @Nullable Object get(@Nullable Object key) {
            throw new AssertionError("called");
          }
        };
    own.put("key", "value");
    assertThat(Maps.value(own, "key")).isNull();
  }

  @Test
  void pairsInAnArrayAreReadUpToTheirNumber() {
    Object[] pairs = {1, "key", "value", "left", "over"};
    assertThat(Maps.value(pairs, "key")).isEqualTo("value");
    assertThat(Maps.value(pairs, "left")).isNull();
    assertThat(Maps.value(new Object[] {9, "key"}, "key")).isNull();
    assertThat(Maps.value(new Object[] {-9, "key", "value"}, "key")).isNull();
    assertThat(Maps.value(new Object[0], "key")).isNull();
  }
}
