package dev.snarl.console;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One ring of numbers per key, of which there are at most {@code most}: when all are taken, a new
 * key replaces the one that has been silent for longest, or gets none. Belongs to {@link Hour}.
 */
final class Series {
  private final int samples;
  private final int most;
  private final Map<String, Ring> rings = new LinkedHashMap<>();

  private static final class Ring {
    private final float[] values;
    private long last;

    Ring(int samples) {
      values = new float[samples];
      Arrays.fill(values, Float.NaN);
    }
  }

  Series(int samples, int most) {
    this.samples = samples;
    this.most = most;
  }

  /** The numbers of one sample; other keys have none in it. */
  void add(long sample, Map<String, Double> values) {
    int at = (int) (sample % samples);
    Iterator<Ring> held = rings.values().iterator();
    while (held.hasNext()) {
      Ring ring = held.next();
      if (sample - ring.last >= samples) {
        held.remove();
      } else {
        ring.values[at] = Float.NaN;
      }
    }
    for (Map.Entry<String, Double> value : values.entrySet()) {
      Ring ring = rings.get(value.getKey());
      if (ring == null && room(values)) {
        ring = new Ring(samples);
        rings.put(value.getKey(), ring);
      }
      if (ring != null) {
        ring.last = sample;
        ring.values[at] = value.getValue().floatValue();
      }
    }
  }

  private boolean room(Map<String, Double> held) {
    if (rings.size() < most) {
      return true;
    }
    String oldest = null;
    long last = Long.MAX_VALUE;
    for (Map.Entry<String, Ring> ring : rings.entrySet()) {
      if (!held.containsKey(ring.getKey()) && ring.getValue().last < last) {
        oldest = ring.getKey();
        last = ring.getValue().last;
      }
    }
    return oldest != null && rings.remove(oldest) != null;
  }

  /** An object of lists, from one sample to another (exclusive). */
  void write(JsonWriter json, long from, long to) throws IOException {
    json.beginObject();
    for (Map.Entry<String, Ring> ring : rings.entrySet()) {
      json.name(ring.getKey()).beginArray();
      for (long sample = from; sample < to; sample++) {
        number(json, ring.getValue().values[(int) (sample % samples)]);
      }
      json.endArray();
    }
    json.endObject();
  }

  private static void number(JsonWriter json, float value) throws IOException {
    if (!Float.isFinite(value)) {
      json.nullValue();
    } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      json.value((long) value);
    } else {
      json.value(Math.round(value * 1e3) / 1e3);
    }
  }
}
