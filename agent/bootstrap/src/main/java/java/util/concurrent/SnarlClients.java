package java.util.concurrent;

/**
 * What woven methods call when a thread uses the client of a library, or a connection of a pool.
 * The rules of {@link SnarlProbe} hold.
 */
public final class SnarlClients {

  /** Set once a thread has asked a message broker for work: from then on exchanges count. */
  public static boolean consumers;

  /** Connections given back by a thread that had taken none. May lose a count. */
  public static long handedOver;

  private SnarlClients() {}

  /** A heavy client was built; {@code core} is the part that such clients may share, or null. */
  public static void clientBuilt(Object client, Object core) {
    try {
      SnarlProbe.sink.clientBuilt(client, core);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The current thread asks its broker for more work. */
  public static void enterPoll(Object client) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.polling++ == 0) {
        slot.polls++;
        slot.consumer = client.getClass();
        if (slot.polledAt != 0L) {
          slot.lastGap = System.nanoTime() - slot.polledAt;
        }
        consumers = true;
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** It got an answer, or none. */
  public static void leavePoll() {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.polling > 0 && --slot.polling == 0) {
        slot.polledAt = System.nanoTime();
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code NioSocketImpl.implWrite}: the request half of an exchange. */
  public static void socketWrite() {
    if (consumers) {
      try {
        SnarlSlot slot = SnarlProbe.slot();
        if (slot != null) {
          slot.wrote = true;
        }
      } catch (Throwable t) {
        SnarlProbe.failed(t);
      }
    }
  }

  /** {@code NioSocketImpl.implRead}: the first read after a write ends an exchange. */
  public static void socketRead() {
    if (consumers) {
      try {
        SnarlSlot slot = SnarlProbe.slot();
        if (slot != null && slot.wrote) {
          slot.wrote = false;
          slot.exchanges++;
        }
      } catch (Throwable t) {
        SnarlProbe.failed(t);
      }
    }
  }

  /** A pool of connections or an endpoint of a server was built. */
  public static void resourceBuilt(Object resource) {
    try {
      SnarlProbe.sink.resourceBuilt(resource);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /**
   * The current thread asks this pool for a connection. One that asks another for it, or itself by
   * another method, is asked once.
   */
  public static void enterBorrow(Object pool) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.asks == null) {
        slot.asks = pool;
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** It got one. */
  public static void borrowed(Object pool) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.asks == pool) {
        slot.asks = null;
        slot.borrowed++;
        slot.lender = System.identityHashCode(pool);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** It got none. */
  public static void notBorrowed(Object thrown, Object pool) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        if (slot.asks != pool) {
          return;
        }
        slot.asks = null;
      }
      SnarlProbe.sink.notBorrowed(thrown, pool);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The current thread gives a connection back. */
  public static void givenBack() {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        if (slot.borrowed > 0) {
          slot.borrowed--;
        } else {
          handedOver++;
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }
}
