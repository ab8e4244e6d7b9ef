package dev.snarl.tests.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a program can have for itself; skipped where the kernel does not give it. */
class PlaceTest {
  private static final String NAME = "snarl-test-corpus";

  @Test
  void aControlGroupHoldsItsCommandAndIsGoneAfterwards() throws Exception {
    String groups =
        said(new Place(List.of("pids=20", "cpu=0.5"), false), "cat", "/proc/self/cgroup");
    assertThat(groups).contains("/" + NAME);
    try (Stream<Path> left = Files.list(Place.CONTROL)) {
      assertThat(left).noneMatch(path -> Files.exists(path.resolve(NAME)) || path.endsWith(NAME));
    }
  }

  @Test
  void aNetworkOfItsOwnHasALoopbackThatIsUp() throws Exception {
    Place place = new Place(List.of(), true);
    assertThat(said(place, "cat", "/proc/self/net/dev").lines().skip(2))
        .singleElement()
        .asString()
        .startsWith("    lo:");
    assertThat(said(place, "ip", "address", "show", "up", "dev", "lo")).contains("127.0.0.1");
  }

  @Test
  void theReasonWhyThereIsNoneIsReported() {
    assertThat(new Place(List.of("pids=none"), false).missing()).isNotEmpty();
    assertThat(new Place(List.of(), false).missing()).isNull();
  }

  private static String said(Place place, String... command) throws IOException {
    String missing = place.missing();
    if (missing != null) {
      throw Skipped.because(missing);
    }
    try (Place.Entered entered = place.enter(NAME)) {
      List<String> all = new ArrayList<>(entered.prefix());
      all.addAll(List.of(command));
      Process process = new ProcessBuilder(all).start();
      return new String(process.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
