package dev.snarl.rules;

/** What kind of fault a rule finds: the sections of the index of rules. */
public enum Family {
  DEADLOCK("Deadlock"),
  WASTED_THREADS("Wasted threads"),
  COROUTINES_AND_LOOPS("Coroutines and loops"),
  LIMITS("Limits");

  private final String title;

  Family(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
