package dev.snarl.hypotheses;

/**
 * The verdict of the numbers alone on a suspicion; an open finding overrides it.
 *
 * @param windowSeconds over which they were measured; 0 for a state of this moment
 * @param look where to look; empty for the suspicion's own
 */
record Opinion(Answer answer, String number, double windowSeconds, String look) {
  static Opinion notSeen(String why) {
    return new Opinion(Answer.NOT_SEEN, why, 0, "");
  }

  /** A state of this moment. */
  static Opinion now(Answer answer, String number) {
    return new Opinion(answer, number, 0, "");
  }

  static Opinion over(double seconds, Answer answer, String number) {
    return new Opinion(answer, number, seconds, "");
  }

  /**
   * True from a value on, false up to a lower one, otherwise not seen. Not a number is not seen.
   */
  static Answer between(double value, double falseUpTo, double trueFrom) {
    if (value >= trueFrom) {
      return Answer.TRUE;
    }
    return value <= falseUpTo ? Answer.FALSE : Answer.NOT_SEEN;
  }
}
