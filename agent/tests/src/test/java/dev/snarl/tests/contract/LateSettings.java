package dev.snarl.tests.contract;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

/** What the JDK takes from whoever uses it first, or lets only one set: all of it is still free. */
@SuppressWarnings({"deprecation", "FutureReturnValueIgnored", "NullAway"})
public final class LateSettings implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("common pool", LateSettings::commonPool);
    checks.that("log manager", LateSettings::logManager);
    checks.that("URL handlers", LateSettings::urlHandlers);
    checks.that("content handlers", LateSettings::contentHandlers);
    checks.that("factory of sockets", LateSettings::sockets);
    checks.that("temporary folder", LateSettings::temporary);
    checks.that("lifetime of addresses", LateSettings::addresses);
    checks.that("defaults", LateSettings::defaults);
    checks.that("random source", LateSettings::random);
    checks.that("virtual threads", LateSettings::virtualThreads);
    checks.that("management", LateSettings::management);
    checks.that("HTTP connections", LateSettings::http);
    checks.that("standard streams", LateSettings::streams);
  }

  /** Threads of the common pool, as the property below asks for them. */
  public static final class Factory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
      ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
      thread.setName("of the application's factory");
      return thread;
    }
  }

  /** Of the common pool, as the property below asks for it. */
  public static final class Handler implements Thread.UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {}
  }

  private static Object commonPool() throws Exception {
    String prefix = "java.util.concurrent.ForkJoinPool.common.";
    System.setProperty(prefix + "parallelism", "7");
    System.setProperty(prefix + "threadFactory", Factory.class.getName());
    System.setProperty(prefix + "exceptionHandler", Handler.class.getName());
    ForkJoinPool pool = ForkJoinPool.commonPool();
    return pool.getParallelism()
        + " "
        + pool.getFactory().getClass().getName()
        + " "
        + pool.getUncaughtExceptionHandler().getClass().getName()
        + " "
        + CompletableFuture.supplyAsync(() -> Thread.currentThread().getName())
            .get(20, TimeUnit.SECONDS);
  }

  /** As the property below asks for it. */
  public static final class Manager extends LogManager {}

  private static Object logManager() {
    System.setProperty("java.util.logging.manager", Manager.class.getName());
    return LogManager.getLogManager().getClass().getName();
  }

  private static Object urlHandlers() throws Exception {
    URL.setURLStreamHandlerFactory(
        protocol ->
            protocol.equals("own")
                ? new URLStreamHandler() {
                  @Override
                  protected URLConnection openConnection(URL url) throws IOException {
                    throw new IOException("no connection");
                  }
                }
                : null);
    return new URL("own://host/path")
        + " "
        + Said.failure(() -> new URL("own://host").openStream());
  }

  private static Object contentHandlers() {
    URLConnection.setContentHandlerFactory(type -> null);
    return "set";
  }

  private static Object sockets() throws Exception {
    Socket.setSocketImplFactory(
        () -> {
          throw new IllegalStateException("the application's own");
        });
    return Said.failure(Socket::new);
  }

  private static Object temporary() throws IOException {
    Path folder = Files.createDirectory(Path.of("contract-" + ProcessHandle.current().pid()));
    System.setProperty("java.io.tmpdir", folder.toAbsolutePath().toString());
    File file = File.createTempFile("contract", null);
    Path path = Files.createTempFile("contract", null);
    String seen =
        file.getParentFile().getName().startsWith("contract")
            + " "
            + path.getParent().getFileName().toString().startsWith("contract");
    Files.delete(file.toPath());
    Files.delete(path);
    Files.delete(folder);
    return seen;
  }

  private static Object addresses() throws Exception {
    Security.setProperty("networkaddress.cache.ttl", "123");
    InetAddress.getByName("localhost");
    return Security.getProperty("networkaddress.cache.ttl");
  }

  private static Object defaults() {
    String before = Locale.getDefault() + " " + TimeZone.getDefault().getID();
    System.setProperty("user.timezone", "Asia/Seoul");
    TimeZone.setDefault(null);
    return before + " " + TimeZone.getDefault().getID();
  }

  private static Object random() {
    System.setProperty("securerandom.source", "file:/dev/urandom");
    return new java.security.SecureRandom().getAlgorithm();
  }

  private static Object virtualThreads() throws Exception {
    if (Runtime.version().feature() < 21) {
      return "none";
    }
    System.setProperty("jdk.virtualThreadScheduler.parallelism", "3");
    System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "5");
    CompletableFuture<String> carrier = new CompletableFuture<>();
    Thread thread =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) () -> carrier.complete(Thread.currentThread().toString()));
    Moments.join(thread);
    return carrier.get().replaceAll(".*@", "").replaceAll("worker-\\d+", "worker-#");
  }

  /** The application's own bean server, and no other before it. */
  private static Object management() {
    int servers = javax.management.MBeanServerFactory.findMBeanServer(null).size();
    System.setProperty("javax.management.builder.initial", "javax.management.MBeanServerBuilder");
    return servers
        + " "
        + java.lang.management.ManagementFactory.getPlatformMBeanServer().getClass().getName();
  }

  private static Object http() throws Exception {
    System.setProperty("http.agent", "contract");
    URLConnection connection = URI.create("http://127.0.0.1:9/").toURL().openConnection();
    return connection.getClass().getName()
        + " "
        + java.net.HttpURLConnection.getFollowRedirects()
        + " "
        + java.net.CookieHandler.getDefault()
        + " "
        + java.net.Authenticator.getDefault()
        + " "
        + (java.net.ProxySelector.getDefault() != null);
  }

  private static Object streams() {
    return System.in.getClass().getName()
        + " "
        + System.out.getClass().getName()
        + " "
        + System.err.getClass().getName();
  }
}
