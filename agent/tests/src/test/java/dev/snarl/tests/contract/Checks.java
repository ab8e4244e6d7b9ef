package dev.snarl.tests.contract;

/** Runs the checks of one group and prints a line for each: what an application would have seen. */
final class Checks {
  private final String group;

  Checks(String group) {
    this.group = group;
  }

  /** What is observed; anything that it throws is observed too. */
  interface Check {
    Object observe() throws Throwable;
  }

  /** The checks of one subject. */
  interface Group {
    void run(Checks checks) throws Exception;
  }

  void that(String name, Check check) {
    String seen;
    try {
      seen = String.valueOf(check.observe());
    } catch (Throwable thrown) {
      seen = "threw " + Said.trace(thrown);
    }
    System.out.println(group + "/" + name + ": " + Said.plain(seen));
  }
}
