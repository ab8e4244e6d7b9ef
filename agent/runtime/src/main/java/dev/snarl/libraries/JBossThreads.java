package dev.snarl.libraries;

/**
 * The executor of JBoss Threads, on which Quarkus, WildFly and Keycloak run. Before 3.2 it wraps
 * what it is given, so that it runs with the class loader of who gave it.
 */
final class JBossThreads {

  static final String TEXT =
      """
      library jboss-threads JBoss Threads, as in Quarkus, WildFly and Keycloak
      jar jboss-threads 2.4 3.11
      built org/jboss/threads/EnhancedQueueExecutor <init> (
      stopping org/jboss/threads/EnhancedQueueExecutor shutdown (Z)
      fed-or-refused org/jboss/threads/EnhancedQueueExecutor execute (Ljava/lang/Runnable;)
      run-given org/jboss/threads/EnhancedQueueExecutor$Task run () with this$0:Lorg/jboss/threads/EnhancedQueueExecutor;,delegate:Ljava/lang/Runnable;
      serves org/jboss/threads/EnhancedQueueExecutor$ThreadBody doRunTask (Ljava/lang/Runnable;) optional with this$0:Lorg/jboss/threads/EnhancedQueueExecutor;
      run-wrapped org/jboss/threads/ContextClassLoaderSavingRunnable run () with delegate:Ljava/lang/Runnable;
      """;

  private JBossThreads() {}
}
