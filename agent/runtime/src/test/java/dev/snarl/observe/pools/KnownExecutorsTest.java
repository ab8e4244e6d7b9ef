package dev.snarl.observe.pools;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.Intake;
import dev.snarl.observe.Observer;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.Vitals;
import dev.snarl.stacks.Frames;
import java.util.List;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An executor that finds no room is counted, wherever it is met. */
class KnownExecutorsTest {

  private final Intake intake = new Intake(List.of());
  private final Observer observer = new Observer(intake, null, command -> null);

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  private long dropped(String table) {
    return observer.snapshot(Vitals.NONE).health().dropped().getOrDefault(table, -1L);
  }

  private static List<Object> executors(int count) {
    return Stream.generate(Object::new).limit(count).toList();
  }

  @Test
  void oneThatWasBuiltAndFindsNoRoomInTheProbeIsCounted() {
    intake.attach(64);
    List<Object> all = executors(70);
    all.forEach(SnarlExecutors::built);
    assertThat(dropped("timed-executors")).isEqualTo(6);
    assertThat(dropped("executors")).isZero();
  }

  @Test
  void oneThatIsMetByItsWorkersAndFindsNoRoomIsCounted() {
    intake.attach(1 << 14);
    KnownExecutors known =
        new KnownExecutors(new Sites(new Frames(List.of(), KnownLibraries.frames())));
    List<Object> all = executors(5_003);
    all.forEach(known::known);
    assertThat(known.all).hasSize(5_000);
    assertThat(known.dropped).hasValue(3);
    assertThat(known.untimed).hasValue(0);
  }

  @Test
  void oneThatIsMetByItsWorkersAndFindsNoRoomInTheProbeIsCounted() {
    intake.attach(64);
    KnownExecutors known =
        new KnownExecutors(new Sites(new Frames(List.of(), KnownLibraries.frames())));
    List<Object> all = executors(70);
    all.forEach(known::known);
    all.forEach(known::known); // which are known by now
    assertThat(known.untimed).hasValue(6);
    assertThat(known.dropped).hasValue(0);
  }

  @Test
  void oneThatAWorkerMeetsBeforeItsConstructorEndsHasTheSiteOfThatAllTheSame() {
    KnownExecutors known =
        new KnownExecutors(new Sites(new Frames(List.of(), KnownLibraries.frames())));
    Object executor = new Object();
    Known met = requireNonNull(known.known(executor));
    assertThat(met.site).isNull();
    known.built(executor);
    assertThat(met.site).isNotNull();
    assertThat(known.all).hasSize(1);
  }
}
