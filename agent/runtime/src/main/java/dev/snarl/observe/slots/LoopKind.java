package dev.snarl.observe.slots;

/** What sort of thread it is, as to whether its tasks may block. Told from its class and name. */
public enum LoopKind {
  UNKNOWN,
  /** Any other thread: it may block. */
  ORDINARY,
  /** A thread of kotlinx-coroutines: whether it may block, its state says. */
  COROUTINES,
  /** Of Netty: an event loop if its stack says so. */
  NETTY,
  /** As the file of its library says: {@link LoopLine}. */
  DECLARED,
  /** An event loop of Vert.x, or a thread that Reactor marks as one that must not block. */
  EVENT_LOOP;

  public static LoopKind of(Thread thread) {
    boolean netty = false;
    for (Class<?> type = thread.getClass();
        type != null && type != Thread.class;
        type = type.getSuperclass()) {
      switch (type.getName()) {
        case "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker" -> {
          return COROUTINES;
        }
        case "io.vertx.core.impl.VertxThread" -> {
          return thread.getName().startsWith("vert.x-eventloop-thread") ? EVENT_LOOP : ORDINARY;
        }
        case "io.netty.util.concurrent.FastThreadLocalThread" -> netty = true;
        default -> {}
      }
      for (Class<?> mark : type.getInterfaces()) {
        if (mark.getName().equals("reactor.core.scheduler.NonBlocking")) {
          return EVENT_LOOP;
        }
      }
    }
    if (LoopLine.of(thread.getClass()) != null) {
      return DECLARED;
    }
    return netty ? NETTY : ORDINARY;
  }
}
