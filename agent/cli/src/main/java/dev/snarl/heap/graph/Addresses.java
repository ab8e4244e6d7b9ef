package dev.snarl.heap.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a dump, sorted: an object's number is its position here. An id is stored as its
 * distance from the smallest one in units of their alignment, in 4 bytes if the heap spans less
 * than 2^32 units (32 GB), otherwise in 8. A table over the leading bits, about one byte per
 * object, leaves a few neighbours to search.
 */
final class Addresses {
  private static final int PER_BUCKET = 8;

  private final long first;
  private final long span;
  private final int shift;
  private final int alignment;
  private final int size;
  private final int @Nullable [] narrow;
  private final long @Nullable [] wide;
  private final int bucketShift;
  private final int[] buckets;

  /**
   * Sorts the ids.
   *
   * @param ids in any order, duplicates allowed; sorted in place
   */
  Addresses(long[] ids) {
    Arrays.sort(ids);
    int distinct = 0;
    for (int i = 0; i < ids.length; i++) {
      if (i == 0 || ids[i] != ids[i - 1]) {
        ids[distinct++] = ids[i];
      }
    }
    this.size = distinct;
    this.first = distinct == 0 ? 0 : ids[0];
    this.span = distinct == 0 ? 0 : ids[distinct - 1] - first;
    long divisor = 0;
    long differing = 0;
    for (int i = 1; i < distinct; i++) {
      differing |= ids[i] - first;
      divisor = divisor == 8 ? 8 : gcd(ids[i] - ids[i - 1], divisor);
    }
    this.alignment = (int) Math.max(8, Math.min(256, divisor < 0 ? 8 : divisor));
    this.shift = differing == 0 ? 0 : Math.min(8, Long.numberOfTrailingZeros(differing));
    long last = span >>> shift;
    boolean fits = last >>> 32 == 0;
    this.narrow = fits ? new int[distinct] : null;
    this.wide = fits ? null : new long[distinct];
    int wanted = Math.max(1, distinct / PER_BUCKET);
    int bits = 64 - Long.numberOfLeadingZeros(last);
    this.bucketShift = Math.max(0, bits - (32 - Integer.numberOfLeadingZeros(wanted)));
    this.buckets = new int[(int) (last >>> bucketShift) + 2];
    fill(ids, distinct);
  }

  private static long gcd(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = Long.remainderUnsigned(x, y);
      x = y;
      y = rest;
    }
    return x;
  }

  private void fill(long[] ids, int distinct) {
    int bucket = 0;
    for (int i = 0; i < distinct; i++) {
      long key = (ids[i] - first) >>> shift;
      if (narrow != null) {
        narrow[i] = (int) key;
      } else if (wide != null) {
        wide[i] = key;
      }
      for (int own = (int) (key >>> bucketShift); bucket <= own; bucket++) {
        buckets[bucket] = i;
      }
    }
    for (; bucket < buckets.length; bucket++) {
      buckets[bucket] = distinct;
    }
  }

  int size() {
    return size;
  }

  /** As Eclipse MAT infers it: the greatest common divisor of all distances, between 8 and 256. */
  int alignment() {
    return alignment;
  }

  long get(int index) {
    return first + (key(index) << shift);
  }

  /** The position of an id, -1 if the dump has no such object. */
  int indexOf(long id) {
    long distance = id - first;
    long key = distance >>> shift;
    if (Long.compareUnsigned(distance, span) > 0 || key << shift != distance) {
      return -1;
    }
    int bucket = (int) (key >>> bucketShift);
    int low = buckets[bucket];
    int high = buckets[bucket + 1] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(key(middle), key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Its size in bytes. */
  long bytes() {
    return 4L * buckets.length + (narrow == null ? 8L : 4L) * size;
  }

  private long key(int index) {
    if (narrow != null) {
      return narrow[index] & 0xffff_ffffL;
    }
    return wide == null ? 0 : wide[index];
  }
}
