package dev.snarl.heap.triage;

import dev.snarl.text.Figures;

/** How pools and tasks are said. */
final class Words {
  private Words() {}

  static String pool(Report.Executor pool) {
    String tasks =
        Figures.plural(pool.queued(), "task") + (pool.queued() == 1 ? " waits" : " wait");
    return tasks
        + " in the queue of pool "
        + pool.name()
        + " ("
        + simple(pool.type())
        + ", "
        + pool.limits()
        + ")";
  }

  static String container(Report.Container in) {
    String article = "AEIOU".indexOf(in.kind().charAt(0)) >= 0 ? ", an " : ", a ";
    String what = "nothing that could be told";
    boolean one = in.count() == 1;
    if (!in.elements().isEmpty()) {
      Report.Tasks first = in.elements().get(0);
      String noun =
          first.type().contains("lambda$") || first.type().contains("$$Lambda") ? "task" : "object";
      what =
          Figures.plural(first.count(), noun)
              + " "
              + simple(first.type())
              + (first.site().isEmpty() ? "" : " (" + line(first.site()) + ")");
    }
    return what
        + (in.queue() ? (one ? " waits in " : " wait in ") : (one ? " is in " : " are in "))
        + in.place()
        + article
        + in.kind()
        + (in.abandoned() ? " that nobody drains" : "");
  }

  /** {@code LeakQueue.java:12} of a frame. */
  private static String line(String frame) {
    int open = frame.indexOf('(');
    return open < 0 ? frame : frame.substring(open + 1, frame.length() - 1);
  }

  /** {@code Mailer.lambda$send$0} for {@code com.acme.Mailer.lambda$send$0}. */
  static String simple(String qualified) {
    int end = qualified.indexOf('.' + lastLowerStart(qualified));
    return end < 0 ? qualified : qualified.substring(end + 1);
  }

  /** From the first part that begins with a capital letter on, that is without the package. */
  private static String lastLowerStart(String qualified) {
    int at = 0;
    for (int i = 0; i <= qualified.length(); i++) {
      if (i == qualified.length() || qualified.charAt(i) == '.') {
        if (at < i && Character.isUpperCase(qualified.charAt(at))) {
          return qualified.substring(at);
        }
        at = i + 1;
      }
    }
    return qualified;
  }

  static String site(Report.Tasks tasks) {
    return tasks.site().isEmpty() ? "" : " at " + tasks.site();
  }
}
