package dev.snarl.observe.sites;

import dev.snarl.stacks.Frames;
import org.jspecify.annotations.Nullable;

/**
 * What a blocked thread waits for outside this process, told from its stack: a socket, a child
 * process or a file. Reading it costs a pass over the stack that was taken anyway.
 *
 * @param kind {@code socket}, {@code process} or {@code file}
 * @param call the call that the application made, such as {@code okhttp3.RealCall.execute}
 */
public record Input(String kind, String call) {

  private static final String[] SOCKETS = {
    "sun.nio.ch.NioSocketImpl.",
    "sun.nio.ch.SocketChannelImpl.",
    "sun.nio.ch.SocketAdaptor.",
    "sun.nio.ch.DatagramChannelImpl.",
    "jdk.internal.net.http.HttpClientImpl.",
    "java.net.Inet6AddressImpl.",
    "java.net.Inet4AddressImpl."
  };

  private static final String[] JDK_SOCKETS = {
    "sun.nio.ch.NioSocketImpl.", "sun.nio.ch.SocketChannelImpl."
  };

  private static final String[] PROCESSES = {"java.lang.ProcessImpl", "java.lang.Process."};

  private static final String[] FILES = {
    "java.io.FileInputStream.",
    "java.io.FileOutputStream.",
    "java.io.RandomAccessFile.",
    "java.io.FileDescriptor.",
    "java.nio.MappedMemoryUtils.",
    "sun.nio.ch.FileDispatcherImpl.",
    "sun.nio.ch.UnixFileDispatcherImpl."
  };

  /** A server that waits for somebody to come, or an idle event loop, waits for nothing. */
  private static final String[] IDLE = {
    "sun.nio.ch.NioSocketImpl.accept",
    "sun.nio.ch.ServerSocketChannelImpl.",
    "sun.nio.ch.SelectorImpl.",
    "java.util.concurrent.ThreadPoolExecutor.getTask",
    "java.util.concurrent.ForkJoinPool.awaitWork"
  };

  /** Null for what is no input: a lock, a queue, a sleep, a future of this process. */
  static @Nullable Input in(StackTraceElement[] stack, Sites sites) {
    String kind = null;
    String call = "";
    String library = null;
    boolean application = false;
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      String name = type + '.' + frame.getMethodName();
      if (idle(name)) {
        return null;
      }
      kind = sharper(kind, name, sites);
      if (sites.application(type)) {
        application = true;
        break;
      }
      if (!plumbing(type)) {
        call = name;
        library = library == null && !Frames.jdk(type) ? name : library;
      }
    }
    // A library's own thread: the call that matters is the library's, not Thread.run.
    call = !application && library != null ? library : call;
    return kind == null ? null : new Input(kind, call);
  }

  /** Whether a thread in this method waits for something to do. */
  static boolean idle(String method) {
    return starts(method, IDLE);
  }

  /**
   * A pipe of a child process is read through a file's descriptor: the process it is. Sockets are
   * written through {@code FileDispatcherImpl}.
   */
  private static @Nullable String sharper(@Nullable String kind, String name, Sites sites) {
    if (starts(name, PROCESSES)) {
      return "process";
    }
    if (kind == null) {
      return starts(name, SOCKETS) || sites.socket(name)
          ? "socket"
          : starts(name, FILES) ? "file" : null;
    }
    return kind.equals("file") && starts(name, JDK_SOCKETS) ? "socket" : kind;
  }

  private static boolean plumbing(String type) {
    return type.contains("$$")
        || type.startsWith("jdk.internal.reflect.")
        || type.startsWith("java.lang.reflect.")
        || type.startsWith("java.lang.invoke.")
        || type.startsWith("jdk.proxy");
  }

  private static boolean starts(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
