package dev.snarl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.live.Tick;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final long MILLI = 1_000_000L;
  private static final long GROWN = 20_000 * MILLI;

  /** Looks that cost so much until so much time is over; the time between the last two. */
  private static long after(Pace pace, double seconds, long cost) {
    long between = Tick.NANOS;
    for (long time = 0; time < seconds * 1e9; time += between) {
      between = pace.next(cost, between);
    }
    return between;
  }

  @Test
  void cheapLooksComeAtEachTick() {
    assertThat(after(new Pace(), 3_600, MILLI)).isEqualTo(Tick.NANOS);
  }

  @Test
  void dearLooksComeLessOften() {
    assertThat(after(new Pace(), 600, 5 * MILLI)).isBetween(970 * MILLI, 1_030 * MILLI);
  }

  @Test
  void oneInTwoSecondsOrSoWhateverTheyCost() {
    assertThat(after(new Pace(), 600, 200 * MILLI)).isEqualTo(1_800 * MILLI);
  }

  @Test
  void theFirstLooksMayBeDear() {
    assertThat(after(new Pace(), 10, 20 * MILLI)).isEqualTo(Tick.NANOS);
  }

  @Test
  void whatBecomesCheapComesOftenAgain() {
    Pace pace = new Pace();
    after(pace, 600, 20 * MILLI);
    assertThat(after(pace, 30, MILLI / 2)).isEqualTo(Tick.NANOS);
  }

  @Test
  void whatWasTakenTooMuchIsPaidBack() {
    Pace pace = new Pace();
    after(pace, 600, 40 * MILLI); // four hundredths, were it not for the longest pause
    long between = Tick.NANOS;
    int slow = 0;
    for (long time = 0; time < 10_000 * MILLI; time += between) {
      between = pace.next(MILLI / 2, between);
      slow += between > Tick.NANOS ? 1 : 0;
    }
    assertThat(slow).isGreaterThan(5);
  }

  @Test
  void onceASecondIsEnoughWhileNobodyWaits() {
    assertThat(judgements(new Pace(), false)).isBetween(55, 67);
  }

  @Test
  void aNewLongWaitIsJudgedAtEverySecondTick() {
    assertThat(judgements(new Pace(), true)).isBetween(145, 155);
  }

  @Test
  void whereLooksAreDearTheyAreJudgedAllTheLessOftenButUrgentOnesAtOnce() {
    Pace pace = new Pace();
    after(pace, 600, 200 * MILLI);
    assertThat(judgements(pace, false)).isBetween(11, 13);
    pace.judged(0);
    assertThat(pace.due(2 * Tick.NANOS, true, true)).isTrue();
    assertThat(pace.due(2 * Tick.NANOS, false, true)).isFalse();
  }

  @Test
  void whereNothingGoesOnItLooksOnceInTwoSecondsAndWhereSomethingBeginsAtOnce() {
    Pace pace = grown();
    int looks = 0;
    for (long now = GROWN + Tick.NANOS; now <= GROWN + 60_000 * MILLI; now += Tick.NANOS) {
      looks += pace.looks(now, false) ? 1 : 0;
    }
    assertThat(looks).isBetween(30, 34);
    assertThat(pace.looks(GROWN + 60_000 * MILLI + 1, true)).isTrue();
    assertThat(pace.looks(GROWN + 60_000 * MILLI + 2, false)).isFalse();
  }

  @Test
  void whereNothingGoesOnItIsJudgedEveryFiveSeconds() {
    Pace pace = grown();
    assertThat(pace.due(GROWN + 4_000 * MILLI, false, false)).isFalse();
    assertThat(pace.due(GROWN + 4_000 * MILLI, false, true)).isTrue();
    assertThat(pace.due(GROWN + 5_000 * MILLI, false, false)).isTrue();
  }

  @Test
  void inTheFirstSecondsItLooksAndJudgesOnceASecondThoughNothingGoesOn() {
    Pace pace = new Pace();
    assertThat(pace.looks(0, false)).isTrue();
    pace.judged(0);
    assertThat(pace.looks(500 * MILLI, false)).isFalse();
    assertThat(pace.looks(1_000 * MILLI, false)).isTrue();
    assertThat(pace.due(1_000 * MILLI, false, false)).isTrue();
  }

  /** Of an agent that is no longer young; judged then. */
  private static Pace grown() {
    Pace pace = new Pace();
    pace.looks(0, false);
    pace.judged(0);
    pace.looks(GROWN, false);
    pace.judged(GROWN);
    return pace;
  }

  @Test
  void whatCouldNotBeJudgedStaysDue() {
    Pace pace = new Pace();
    assertThat(pace.due(0, false, true)).isTrue();
    assertThat(pace.due(1, false, true)).isTrue();
    pace.judged(1);
    assertThat(pace.due(2, false, true)).isFalse();
  }

  /** Of a minute's ticks, so many. */
  private static int judgements(Pace pace, boolean urgent) {
    int judgements = 0;
    for (long now = 0; now < 60_000 * MILLI; now += Tick.NANOS) {
      if (pace.due(now, urgent, true)) {
        pace.judged(now);
        judgements++;
      }
    }
    return judgements;
  }
}
