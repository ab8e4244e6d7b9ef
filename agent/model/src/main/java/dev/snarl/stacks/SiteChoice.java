package dev.snarl.stacks;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the call site among the frames of a stack, which it receives one by one, top first. It
 * prefers the application's first frame outside an executor, a future or a thread factory ({@link
 * Wrappers}), then the application's first frame, then a library's first frame outside such a
 * class, then a library's first frame. A class nested in such a class counts as part of it, which
 * is visible if the outer class's own frame comes next. A few prefix comparisons and a look-up per
 * frame; any thread.
 *
 * @param <F> a frame
 */
public abstract class SiteChoice<F> {
  private static final int IN_A_LIBRARYS_WRAPPER = 1;
  private static final int IN_A_LIBRARY = 2;
  private static final int IN_OWN_WRAPPER = 3;
  private static final int OWN = 4;

  private final Frames frames;
  private @Nullable String jdkType;
  private String jdkMethod = "";
  private @Nullable String jdkCall;
  private String otherCall = "";
  private int kind;
  private @Nullable F chosen;
  private String call = "";

  /** The last class so far that is a wrapper itself. */
  private @Nullable String wrapperType;

  /** The class of the chosen frame while it may still prove to be nested in a wrapper. */
  private @Nullable String nested;

  protected SiteChoice(Frames frames) {
    this.frames = frames;
  }

  /** Whether the frame's own class is a wrapper. */
  protected abstract boolean wrapper(F frame);

  /** Receives the next frame; true once no further one can matter. */
  public final boolean next(F frame, String type, String method) {
    if (type.contains("$$Lambda")) {
      return false; // it names no line, and is only on stacks that are text
    }
    boolean own = frames.application(type);
    boolean jdk = !own && Frames.jdk(type);
    String inner = nested;
    if (inner != null) {
      if (jdk || !Frames.sameOutermost(type, inner)) {
        return true;
      }
      if (!Frames.encloses(type, inner)) {
        return false;
      }
      if (!wrapper(frame)) {
        return type.indexOf('$') < 0;
      }
      kind = IN_OWN_WRAPPER;
      nested = null;
      return false;
    }
    if (jdk) {
      if (jdkCall == null && !type.startsWith("java.util.concurrent.Snarl")) {
        jdkType = type;
        jdkMethod = method;
      }
    } else if (choose(frame, type, method, own)) {
      return true;
    }
    // A frame below a worker's loop called nothing above it.
    return kind == IN_OWN_WRAPPER && method.equals("runWorker");
  }

  private boolean choose(F frame, String type, String method, boolean own) {
    String first = jdkCall;
    if (first == null) {
      first = jdkType == null ? "" : Frames.shortName(jdkType, jdkMethod);
      jdkCall = first;
    }
    int better = own ? OWN : IN_A_LIBRARY;
    if (better > kind && inWrapper(frame, type)) {
      better = own ? IN_OWN_WRAPPER : IN_A_LIBRARYS_WRAPPER;
    }
    if (better > kind) {
      kind = better;
      chosen = frame;
      call = StackSite.waitingCall(first, otherCall);
      if (kind == OWN) {
        nested = type.indexOf('$') < 0 ? null : type;
        if (nested == null) {
          return true;
        }
      }
    }
    if (StackSite.parks(first)) {
      otherCall = Frames.shortName(type, method);
    }
    return false;
  }

  private boolean inWrapper(F frame, String type) {
    if (wrapper(frame) || frames.wrapper(type)) {
      wrapperType = type;
      return true;
    }
    return wrapperType != null && Frames.encloses(wrapperType, type);
  }

  /** Null if every frame was the JDK's. */
  public final @Nullable F chosen() {
    return chosen;
  }

  /** The JDK's or library's method that it called. */
  public final String call() {
    return call;
  }

  /** Whether it is the application's. */
  public final boolean application() {
    return kind >= IN_OWN_WRAPPER;
  }
}
