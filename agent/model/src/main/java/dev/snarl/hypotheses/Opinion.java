package dev.snarl.hypotheses;

/**
 * What the numbers alone say of a suspicion; an open finding outweighs it.
 *
 * @param windowSeconds over which they were taken; 0 for a state of this moment
 * @param look where to look; empty for what the suspicion says itself
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
   * True from a value on, false up to a lower one, and between the two not seen. Not a number is
   * not seen.
   */
  static Answer between(double value, double falseUpTo, double trueFrom) {
    if (value >= trueFrom) {
      return Answer.TRUE;
    }
    return value <= falseUpTo ? Answer.FALSE : Answer.NOT_SEEN;
  }
}
