package dev.snarl.tests.programs;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.BiConsumer;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;

/** Caches with and without a limit, and a channel without receiver, each with as many bytes. */
public final class FilledContainers {
  private static final int ENTRIES = 500;
  private static final int BITS = 64_000;

  static final com.google.common.cache.Cache<Integer, Object> GUAVA =
      CacheBuilder.newBuilder().build();
  static final com.google.common.cache.Cache<Integer, Object> GUAVA_BOUNDED =
      CacheBuilder.newBuilder().maximumSize(1_000_000).build();
  static final com.google.common.cache.Cache<Integer, Object> GUAVA_SOFT =
      CacheBuilder.newBuilder().softValues().build();
  static final com.github.benmanes.caffeine.cache.Cache<Integer, Object> CAFFEINE =
      Caffeine.newBuilder().build();
  static final com.github.benmanes.caffeine.cache.Cache<Integer, Object> CAFFEINE_BOUNDED =
      Caffeine.newBuilder().maximumSize(1_000).build();
  static final com.github.benmanes.caffeine.cache.Cache<Integer, Object> CAFFEINE_EXPIRING =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofHours(1)).build();
  static final Channel<Object> CHANNEL =
      ChannelKt.Channel(Integer.MAX_VALUE, BufferOverflow.SUSPEND, null);

  private FilledContainers() {}

  @SuppressWarnings("deprecation") // what replaces offer has no name that Java can write
  private static void send(Integer key, Object value) {
    CHANNEL.offer(value);
  }

  /** Fills them, says {@code filled}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    fill(GUAVA::put);
    fill(GUAVA_BOUNDED::put);
    fill(GUAVA_SOFT::put);
    fill(CAFFEINE::put);
    fill(CAFFEINE_BOUNDED::put);
    fill(CAFFEINE_EXPIRING::put);
    fill(FilledContainers::send);
    System.out.println("filled");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void fill(BiConsumer<Integer, Object> into) {
    for (int i = 0; i < ENTRIES; i++) {
      into.accept(i, new BitSet(BITS));
    }
  }
}
