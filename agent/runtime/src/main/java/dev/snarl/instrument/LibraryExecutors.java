package dev.snarl.instrument;

import java.util.ArrayList;
import java.util.List;

/** Executors that are none of the JDK's, and Spring's beans that wrap one that is. */
final class LibraryExecutors {

  private static final String TOMCAT = "org/apache/tomcat/util/threads/";
  private static final String JETTY = "org/eclipse/jetty/util/thread/QueuedThreadPool";
  private static final String RUNNABLE = "(Ljava/lang/Runnable;)";

  private LibraryExecutors() {}

  static List<Library> all() {
    List<Library> all = new ArrayList<>();
    String pool = TOMCAT + "ThreadPoolExecutor";
    String perTask = TOMCAT + "VirtualThreadExecutor";
    // Before, it was a subclass of the JDK's, which is woven itself.
    all.add(
        LibraryClients.library(
            "tomcat",
            "tomcat-embed-core",
            "9.0.58",
            "11.0",
            point(Weave.BUILT, pool, "<init>", "("),
            point(Weave.STOPPING, pool, "shutdown", "()"),
            point(Weave.STOPPING, pool, "shutdownNow", "()"),
            point(Weave.FED_OR_REFUSED, pool, "execute", RUNNABLE),
            point(Weave.WORKER, pool, "runWorker", "("),
            point(Weave.REMOVED, pool, "remove", "("),
            point(Weave.BUILT, perTask, "<init>", "("),
            point(Weave.STOPPING, perTask, "shutdown", "()")));
    all.add(
        LibraryClients.library(
            "jetty",
            "jetty-util",
            "10.0",
            "12.1",
            point(Weave.BUILT, JETTY, "<init>", "("),
            point(Weave.STOPPING, JETTY, "doStop", "()"),
            point(Weave.FED_OR_REFUSED, JETTY, "execute", RUNNABLE)));
    String promise = "io/netty/util/concurrent/DefaultPromise";
    all.add(
        LibraryClients.library(
            "netty",
            "netty-common",
            "4.1",
            "4.2",
            point(
                Weave.BUILT,
                "io/netty/util/concurrent/MultithreadEventExecutorGroup",
                "<init>",
                "(ILjava/util/concurrent/Executor;"
                    + "Lio/netty/util/concurrent/EventExecutorChooserFactory;"),
            LibraryFutures.wait(promise, "await", "()"),
            LibraryFutures.wait(promise, "awaitUninterruptibly", "()"),
            LibraryFutures.wait(promise, "await0", "(JZ)")));
    all.add(
        LibraryClients.library(
            "spring-context",
            "spring-context",
            "5.3",
            "7.0",
            point(
                Weave.OWNER,
                "org/springframework/scheduling/concurrent/ThreadPoolTaskExecutor",
                "initializeExecutor",
                "(")));
    all.add(
        LibraryClients.library(
            "spring-core",
            "spring-core",
            "5.3",
            "7.0",
            point(
                Weave.BUILT,
                "org/springframework/core/task/SimpleAsyncTaskExecutor",
                "<init>",
                "(")));
    return all;
  }

  private static Point point(Weave weave, String owner, String method, String descriptor) {
    return new Point(Hook.LIBRARY, weave, owner, method, descriptor);
  }
}
