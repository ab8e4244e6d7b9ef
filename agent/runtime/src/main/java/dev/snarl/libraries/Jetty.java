package dev.snarl.libraries;

/** Jetty's thread pool. */
final class Jetty {

  static final String TEXT =
      """
      library jetty Jetty
      jar jetty-util 10.0 12.1
      frames org.eclipse.jetty.
      built org/eclipse/jetty/util/thread/QueuedThreadPool <init> (
      stopping org/eclipse/jetty/util/thread/QueuedThreadPool doStop ()
      fed-or-refused org/eclipse/jetty/util/thread/QueuedThreadPool execute (Ljava/lang/Runnable;)
      run-job org/eclipse/jetty/util/thread/QueuedThreadPool runJob (Ljava/lang/Runnable;)
      """;

  private Jetty() {}
}
