package dev.snarl.tests.contract;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.Permission;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Rights under a security manager, where the JVM still has one: what tasks may do on which threads,
 * and which permissions are asked for on the application's own.
 */
@SuppressWarnings({"removal", "deprecation", "FutureReturnValueIgnored"})
public final class Permitted {
  private static final Pattern OURS = Pattern.compile("main|pool-|ForkJoinPool|Thread-");
  private static final Set<String> ASKED = Collections.synchronizedSet(new TreeSet<>());

  private Permitted() {}

  /**
   * With a word, says what is asked for too; with a second, not what only the first use of a class
   * asks for, of which another agent may be the cause.
   */
  public static void main(String[] args) {
    // The first walk of a stack asks for a property of the JDK's own, whoever walks.
    StackWalker.getInstance().forEach(frame -> {});
    Map<String, Checks.Check> all = all();
    if (args.length > 1) {
      all.values().forEach(check -> Said.failure(() -> observed(check)));
    }
    if (args.length > 0) {
      System.setSecurityManager(new Recording());
    }
    Checks checks = new Checks(args.length > 0 ? "asked" : "permitted");
    all.forEach(checks::that);
    if (args.length > 0) {
      checks.that("permissions", () -> List.copyOf(ASKED));
    }
  }

  private static Map<String, Checks.Check> all() {
    Map<String, Checks.Check> all = new LinkedHashMap<>();
    all.put("main", Permitted::rights);
    all.put("pool", Permitted::pool);
    all.put("common pool", () -> inside(ForkJoinPool.commonPool()));
    all.put("own fork-join pool", Permitted::forkJoin);
    all.put("thread", Permitted::thread);
    all.put("with fewer rights", Permitted::fewer);
    all.put("supplyAsync", Permitted::supplyAsync);
    all.put("scheduled", Permitted::scheduled);
    return all;
  }

  private static Object observed(Checks.Check check) throws Exception {
    try {
      return check.observe();
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  /** Grants everything and notes what it is asked on threads that the application knows. */
  private static final class Recording extends SecurityManager {
    @Override
    public void checkPermission(Permission permission) {
      if (OURS.matcher(Thread.currentThread().getName()).lookingAt()) {
        ASKED.add(permission.getClass().getSimpleName() + " " + permission.getName());
      }
    }

    @Override
    public void checkPermission(Permission permission, Object context) {
      checkPermission(permission);
    }
  }

  private static String rights() {
    List<String> seen = new ArrayList<>();
    for (String property : List.of("java.version", "user.home", "contract.secret")) {
      seen.add(
          Said.failure(() -> System.getProperty(property) == null ? "none" : "read")
              .replaceAll("\\(access.*", "(access)"));
    }
    seen.add(
        Said.failure(
            () -> {
              Thread.currentThread().setContextClassLoader(null);
              return "set";
            }));
    seen.add(
        Said.failure(
            () ->
                AccessController.doPrivileged(
                    (PrivilegedAction<String>)
                        () -> System.getProperty("user.home") == null ? "none" : "read")));
    return seen.toString();
  }

  private static String inside(ExecutorService pool) throws Exception {
    return pool.submit(
            () ->
                rights()
                    + " "
                    + Thread.currentThread().getClass().getSimpleName()
                    + " "
                    + Thread.currentThread().getThreadGroup().getName())
        .get(20, TimeUnit.SECONDS);
  }

  private static Object pool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    String seen = inside(pool);
    pool.shutdown();
    return seen;
  }

  private static Object forkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    String seen = inside(pool);
    pool.shutdown();
    return seen;
  }

  private static Object thread() throws Exception {
    List<String> seen = new ArrayList<>();
    Thread thread = new Thread(() -> seen.add(rights()));
    thread.start();
    thread.join();
    return seen;
  }

  /** A thread keeps the rights of those who were on the stack when it was made. */
  private static Object fewer() throws Exception {
    AccessControlContext none =
        new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, null)});
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Thread thread =
        AccessController.doPrivileged(
            (PrivilegedAction<Thread>) () -> new Thread(() -> seen.add(rights())), none);
    thread.start();
    thread.join();
    seen.add(AccessController.doPrivileged((PrivilegedAction<String>) Permitted::rights, none));
    ExecutorService pool =
        AccessController.doPrivileged(
            (PrivilegedAction<ExecutorService>)
                () -> {
                  ExecutorService made = Executors.newFixedThreadPool(1);
                  made.execute(() -> {});
                  return made;
                },
            none);
    seen.add(inside(pool));
    seen.add(Said.failure(() -> pool.shutdownNow().size()));
    CompletableFuture<String> future = new CompletableFuture<>();
    seen.add(
        AccessController.doPrivileged(
            (PrivilegedAction<String>)
                () -> Said.failure(() -> future.get(10, TimeUnit.MILLISECONDS)),
            none));
    return seen;
  }

  private static Object supplyAsync() {
    return CompletableFuture.supplyAsync(Permitted::rights)
        .thenApplyAsync(x -> x + rights())
        .join();
  }

  private static Object scheduled() throws Exception {
    var pool = Executors.newScheduledThreadPool(1);
    String seen = pool.schedule(Permitted::rights, 1, TimeUnit.MILLISECONDS).get();
    pool.shutdown();
    return seen;
  }
}
