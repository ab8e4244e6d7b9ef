package dev.snarl.observe.sites;

import dev.snarl.observe.requests.Requests;
import dev.snarl.snapshot.CallSite;
import dev.snarl.snapshot.Request;
import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.Frames;
import dev.snarl.stacks.SiteChoice;
import dev.snarl.stacks.StackSite;
import dev.snarl.stacks.Wrappers;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call site on the current thread's stack, or on a stack trace, and interns it. A walk
 * costs 1–2 µs for a shallow stack and stops at the site, or one frame below it. Bounded: past
 * {@link #LIMIT} sites, new ones are {@link Site#OTHER} and counted.
 */
public final class Sites {

  public static final int LIMIT = 2_000;
  private static final int DEEPEST = 128;

  private final Frames frames;
  private final Requests requests;
  private final Wrappers wrappers = new Wrappers();
  private final ConcurrentHashMap<Key, Site> byPlace = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Site> sites = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, String> files = new ConcurrentHashMap<>();
  public final AtomicLong dropped = new AtomicLong();

  /** The usual depth of a site, hooks included, so that the JDK fetches its frames at once. */
  private static final int USUAL_DEPTH = 12;

  private final StackWalker walker =
      StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), USUAL_DEPTH);

  public Sites(Frames frames) {
    this.frames = frames;
    this.requests = new Requests(frames);
  }

  private record Key(String type, String method, int at, String call) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && type.equals(key.type)
          && method.equals(key.method)
          && at == key.at
          && call.equals(key.call);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * (31 * type.hashCode() + method.hashCode()) + at) + call.hashCode();
    }
  }

  /** What was met between the top of the stack and the site. */
  public static final class Path {
    public Site site = Site.OTHER;
    public boolean perTaskFallback;
    public boolean httpClient;
    public boolean poolWorker;
    public boolean timer;
    public boolean compensation;
    public boolean condition;
    public boolean forkJoin;
    public boolean perTaskExecutor;
    public boolean handshake;
    public boolean shutdown;

    /** The class of the frame that called the JDK; empty if there is none. */
    public String caller = "";

    /** Where starts of threads by this path are counted; null until one was. */
    public Cells.@Nullable Start start;

    /** Whether the other one led to the same site in the same way. */
    boolean same(Path other) {
      return site == other.site
          && perTaskFallback == other.perTaskFallback
          && httpClient == other.httpClient
          && poolWorker == other.poolWorker
          && timer == other.timer
          && compensation == other.compensation
          && condition == other.condition
          && forkJoin == other.forkJoin
          && perTaskExecutor == other.perTaskExecutor
          && handshake == other.handshake
          && shutdown == other.shutdown;
    }

    private void pass(String type, String method) {
      if (type.startsWith("java.util.")) {
        switch (type) {
          case "java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor" ->
              perTaskFallback = true;
          case "java.util.concurrent.ThreadPoolExecutor" ->
              poolWorker |= method.equals("addWorker");
          case "java.util.Timer" -> timer |= method.equals("<init>");
          case "java.util.concurrent.ForkJoinPool" -> {
            forkJoin |= method.equals("createWorker");
            compensation |= method.equals("tryCompensate");
          }
          case "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject" ->
              condition = true;
          case "java.util.concurrent.ThreadPerTaskExecutor" -> perTaskExecutor = true;
          default -> {}
        }
      } else if (type.startsWith("sun.security.ssl.")) {
        handshake = true;
      } else if (type.startsWith("jdk.internal.net.http.")) {
        httpClient = true;
      } else if (type.equals("java.lang.ApplicationShutdownHooks")) {
        shutdown = true;
      } else if (!Frames.jdk(type)) {
        shutdown |= method.startsWith("shutdown");
      }
    }
  }

  /** Whether a class is of the JDK or of the agent. */
  public static boolean jdk(String className) {
    return Frames.jdk(className);
  }

  /** The application's class whose method called {@code Object.wait}; null if there is none. */
  public static @Nullable String waitsIn(StackTraceElement[] stack) {
    String type = Blocked.waitsIn(stack);
    return type == null || jdk(type) ? null : type;
  }

  public boolean application(String className) {
    return frames.application(className);
  }

  /** Whether a call of a library waits for the answer of another process. */
  boolean socket(String call) {
    return frames.socket(call);
  }

  /** Whether a thread is in a library's call that another process answers. */
  public boolean asksPeer(StackTraceElement[] stack) {
    Input input = Input.in(stack, this);
    return input != null && input.kind().equals("socket");
  }

  /** Whether the library's method that called the JDK waits there for something to do. */
  public boolean idles(StackTraceElement[] stack) {
    if (Idle.is(stack)) {
      return true;
    }
    for (StackTraceElement frame : stack) {
      if (!Frames.jdk(frame.getClassName())) {
        return frames.idle(frame.getClassName(), frame.getMethodName());
      }
    }
    return false;
  }

  /** The site of the current thread. */
  public Path here() {
    return walker.walk(new Search());
  }

  /** The site in a stack trace, top first. */
  public Site in(StackTraceElement[] stack) {
    StackSite found = StackSite.in(stack, frames, wrappers);
    return found == null ? Site.OTHER : intern(found.frame(), found.call());
  }

  /** The request on which a thread works, at which the observer just looked; null if unknown. */
  public @Nullable Request request(ThreadLook.Seen seen) {
    return requests.of(seen.thread, seen.stack);
  }

  /**
   * As {@link #in}, for a stack of the flight recorder, which knows no files. Not kept: for tables
   * with bounds of their own.
   */
  public CallSite callSite(StackTraceElement[] stack) {
    StackSite found = StackSite.in(stack, frames, wrappers);
    return found == null
        ? CallSite.OTHER
        : new CallSite(
            StackSite.text(found.frame(), fileOf(found.frame())),
            found.call(),
            found.application());
  }

  /** The site of one frame, from which that call was made. */
  public Site site(StackWalker.StackFrame at, String call) {
    // The byte-code index is at hand; the line number would cost a stack trace element.
    Key key = new Key(at.getClassName(), at.getMethodName(), at.getByteCodeIndex(), call);
    Site site = byPlace.get(key);
    if (site == null) {
      site = intern(at.toStackTraceElement(), call);
      if (byPlace.size() < 2 * LIMIT) {
        byPlace.put(key, site);
      }
    }
    return site;
  }

  private Site intern(StackTraceElement frame, String call) {
    String file = frame.getFileName();
    String text = StackSite.text(frame, file);
    String key = text + '\n' + call;
    Site site = sites.get(key);
    if (site != null) {
      return site;
    }
    if (sites.size() >= LIMIT) {
      dropped.incrementAndGet();
      return Site.OTHER;
    }
    if (file != null) {
      files.putIfAbsent(frame.getClassName(), file);
    }
    Site fresh = new Site(text, call);
    Site before = sites.putIfAbsent(key, fresh);
    return before == null ? fresh : before;
  }

  /** That of a site seen otherwise, else the outer class's, as the languages name them. */
  private String fileOf(StackTraceElement frame) {
    String type = frame.getClassName();
    String seen = files.get(type);
    if (seen != null) {
      return seen;
    }
    return Frames.file(type);
  }

  /** A class rather than a lambda: it runs on application threads, which must link nothing. */
  private final class Search extends SiteChoice<StackWalker.StackFrame>
      implements Function<Stream<StackWalker.StackFrame>, Path> {

    Search() {
      super(frames);
    }

    @Override
    protected boolean wrapper(StackWalker.StackFrame frame) {
      Class<?> type = frame.getDeclaringClass();
      return wrappers.is(type)
          || (frame.getMethodName().equals("start") && Thread.class.isAssignableFrom(type));
    }

    @Override
    public Path apply(Stream<StackWalker.StackFrame> stack) {
      Path path = new Path();
      Iterator<StackWalker.StackFrame> frame = stack.iterator();
      for (int i = 0; i < DEEPEST && frame.hasNext(); i++) {
        StackWalker.StackFrame at = frame.next();
        String type = at.getClassName();
        String method = at.getMethodName();
        if (path.caller.isEmpty() && !Frames.jdk(type)) {
          path.caller = type;
        }
        if (next(at, type, method)) {
          break;
        }
        path.pass(type, method);
      }
      StackWalker.StackFrame chosen = chosen();
      path.site = chosen == null ? Site.OTHER : site(chosen, call());
      return path;
    }
  }
}
