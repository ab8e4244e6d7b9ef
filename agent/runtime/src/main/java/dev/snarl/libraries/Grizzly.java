package dev.snarl.libraries;

/** The pools of Grizzly, on which GlassFish and Payara serve requests. */
final class Grizzly {

  static final String TEXT =
      """
      library grizzly Grizzly, as in GlassFish and Payara
      jar grizzly-framework 2.3.35 4.0
      frames org.glassfish.
      idle org.glassfish.grizzly.threadpool.SyncThreadPool$SyncThreadWorker.getTask
      built org/glassfish/grizzly/threadpool/AbstractThreadPool <init> (
      stopping org/glassfish/grizzly/threadpool/AbstractThreadPool shutdown ()
      stopping org/glassfish/grizzly/threadpool/AbstractThreadPool shutdownNow ()
      fed-or-refused org/glassfish/grizzly/threadpool/FixedThreadPool execute (Ljava/lang/Runnable;)
      fed-or-refused org/glassfish/grizzly/threadpool/SyncThreadPool execute (Ljava/lang/Runnable;)
      fed-or-refused org/glassfish/grizzly/threadpool/QueueLimitedThreadPool execute (Ljava/lang/Runnable;)
      begins-third org/glassfish/grizzly/threadpool/AbstractThreadPool beforeExecute (
      ends-third org/glassfish/grizzly/threadpool/AbstractThreadPool afterExecute (
      """;

  private Grizzly() {}
}
