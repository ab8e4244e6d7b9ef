package dev.snarl.hypotheses;

/** Whether a hypothesis holds. */
public enum Answer {
  TRUE("true"),
  /** Refuted by a number, never for lack of one. */
  FALSE("false"),
  NOT_SEEN("not seen");

  private final String label;

  Answer(String label) {
    this.label = label;
  }

  /** As in the contract. */
  public String label() {
    return label;
  }
}
