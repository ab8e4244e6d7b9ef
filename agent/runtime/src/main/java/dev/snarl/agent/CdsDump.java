package dev.snarl.agent;

/**
 * Whether this JVM writes down classes for others: an AOT cache or its recording, a CDS archive, or
 * a list of classes for one. The JVM itself is asked: the options that make it do so come from the
 * command line, the environment and files, and are renamed from release to release. One call by
 * reflection, before anything is woven.
 */
final class CdsDump {

  /** What it is called up to some release between 21 and 25, and since. */
  private static final String[] LISTS = {"isDumpingClassList", "isLoggingLambdaFormInvokers"};

  private CdsDump() {}

  /** Also false if the JVM cannot be queried; the package must be open to the agent. */
  static boolean isUnderWay() {
    try {
      Class<?> cds = Class.forName("jdk.internal.misc.CDS");
      return is(cds, "isDumpingArchive") || isList(cds);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unavailable) {
      return false;
    }
  }

  private static boolean isList(Class<?> cds) throws ReflectiveOperationException {
    for (String name : LISTS) {
      try {
        return is(cds, name);
      } catch (NoSuchMethodException ofAnotherRelease) {
        // then the other
      }
    }
    return false;
  }

  private static boolean is(Class<?> cds, String name) throws ReflectiveOperationException {
    return (boolean) cds.getMethod(name).invoke(null);
  }
}
