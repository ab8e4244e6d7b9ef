package dev.snarl.tests.programs;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import io.netty.util.collection.IntObjectHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;

/** Caches, queues and maps of libraries, each with as many bytes. */
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
  static final Queue<Object> JCTOOLS_ARRAY = new MpscArrayQueue<>(ENTRIES);
  static final Queue<Object> JCTOOLS_CHUNKS = new MpscUnboundedArrayQueue<>(16);
  static final Queue<Object> JCTOOLS_LINKED = new MpscLinkedQueue<>();
  static final Queue<Object> AGRONA_ARRAY = new ManyToOneConcurrentArrayQueue<>(ENTRIES);
  static final Queue<Object> AGRONA_LINKED = new ManyToOneConcurrentLinkedQueue<>();
  static final Map<Integer, Object> AGRONA_MAP = new Int2ObjectHashMap<>();
  static final Map<Integer, Object> NETTY_MAP = new IntObjectHashMap<>();
  static final Map<Integer, Object> FASTUTIL_MAP = new Int2ObjectOpenHashMap<>();

  private FilledContainers() {}

  @SuppressWarnings("deprecation") // what replaces offer has no name that Java can write
  private static void send(Integer key, Object value) {
    CHANNEL.offer(value);
  }

  /** Fills those of one argument, says {@code filled}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "caches" -> fillCaches();
      default -> fillQueuesAndMaps();
    }
    System.out.println("filled");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void fillCaches() {
    fill(GUAVA::put);
    fill(GUAVA_BOUNDED::put);
    fill(GUAVA_SOFT::put);
    fill(CAFFEINE::put);
    fill(CAFFEINE_BOUNDED::put);
    fill(CAFFEINE_EXPIRING::put);
    fill(FilledContainers::send);
  }

  private static void fillQueuesAndMaps() {
    for (Queue<Object> queue :
        List.of(JCTOOLS_ARRAY, JCTOOLS_CHUNKS, JCTOOLS_LINKED, AGRONA_ARRAY, AGRONA_LINKED)) {
      fill((key, value) -> queue.add(value));
    }
    List.of(AGRONA_MAP, NETTY_MAP, FASTUTIL_MAP).forEach(map -> fill(map::put));
  }

  private static void fill(BiConsumer<Integer, Object> into) {
    for (int i = 0; i < ENTRIES; i++) {
      into.accept(i, new BitSet(BITS));
    }
  }
}
