package dev.snarl.cloudwatch;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Delivers data to CloudWatch. Called on the one sending thread, which may be interrupted; blocks
 * for half a minute at most.
 */
public interface Delivery extends AutoCloseable {

  /**
   * Delivers all or fails.
   *
   * @param at when the period ended
   * @throws Refused if trying again is useless
   * @throws IOException if it may work later; what was delivered already may be delivered twice
   */
  void deliver(List<Datum> data, Instant at) throws IOException;

  @Override
  void close();
}
