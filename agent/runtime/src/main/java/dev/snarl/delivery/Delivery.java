package dev.snarl.delivery;

import java.io.IOException;
import java.time.Instant;

/**
 * Delivers parcels to one receiver. Called on the one sending thread, which may be interrupted;
 * blocks for half a minute at most.
 *
 * @param <T> what a parcel holds
 */
public interface Delivery<T> extends AutoCloseable {

  /**
   * Delivers all or fails.
   *
   * @param at when the parcel was offered
   * @throws Refused if trying again is useless
   * @throws Later if the receiver said how long to wait
   * @throws IOException if it may work later; what was delivered already may be delivered twice
   */
  void deliver(T parcel, Instant at) throws IOException;

  @Override
  void close();
}
