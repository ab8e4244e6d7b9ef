package dev.snarl.cli;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.Collapsed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * Chains as a profile of pprof, {@code perftools.profiles.Profile} of <a
 * href="https://github.com/google/pprof/blob/main/proto/profile.proto">profile.proto</a>, with one
 * value, the waiting in nanoseconds. A frame of a chain is a location and its function; the end is
 * the leaf.
 *
 * @param at when the window ended
 * @param windowSeconds its length
 */
record Pprof(ChainTree tree, Instant at, long windowSeconds) {

  /** A message in Protocol Buffers' wire format. */
  private static final class Message {
    private static final int LENGTH_DELIMITED = 2;
    private static final int SEVEN_BITS = 0x7f;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message put(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message put(int field, byte[] value) {
      varint(((long) field << 3) | LENGTH_DELIMITED);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    Message put(int field, Message value) {
      return put(field, value.bytes.toByteArray());
    }

    private void varint(long value) {
      long rest = value;
      for (; (rest & ~SEVEN_BITS) != 0; rest >>>= 7) {
        bytes.write((int) ((rest & SEVEN_BITS) | (SEVEN_BITS + 1)));
      }
      bytes.write((int) rest);
    }
  }

  /** The file as pprof reads it. */
  byte[] gzip() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(file)) {
      profile().bytes.writeTo(zipped);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory, there is nothing to fail
    }
    return file.toByteArray();
  }

  private Message profile() {
    Map<String, Integer> strings = new LinkedHashMap<>();
    strings.put("", 0);
    Message type =
        new Message().put(1, index(strings, "waiting")).put(2, index(strings, "nanoseconds"));
    Map<String, Integer> locations = new LinkedHashMap<>();
    Message profile = new Message().put(1, type);
    new Collapsed(tree)
        .lines()
        .forEach(
            (chain, seconds) -> {
              Message sample = new Message();
              String[] frames = chain.split(";", -1);
              for (int i = frames.length - 1; i >= 0; i--) {
                sample.put(1, locations.computeIfAbsent(frames[i], f -> locations.size() + 1));
              }
              long nanos = Math.round(seconds * TimeUnit.SECONDS.toNanos(1));
              profile.put(2, sample.put(2, nanos));
            });
    locations.forEach(
        (frame, id) -> {
          profile.put(4, new Message().put(1, id).put(4, new Message().put(1, id)));
          profile.put(5, new Message().put(1, id).put(2, index(strings, frame)));
        });
    strings.keySet().forEach(text -> profile.put(6, text.getBytes(StandardCharsets.UTF_8)));
    long end = TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    long length = TimeUnit.SECONDS.toNanos(windowSeconds);
    return profile.put(9, end - length).put(10, length);
  }

  private static int index(Map<String, Integer> strings, String text) {
    return strings.computeIfAbsent(text, t -> strings.size());
  }
}
