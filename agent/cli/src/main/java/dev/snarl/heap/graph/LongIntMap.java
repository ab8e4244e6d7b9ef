package dev.snarl.heap.graph;

import java.util.Arrays;

/** A map from longs to non-negative ints; open addressing, 12 bytes per slot, at most 2/3 full. */
final class LongIntMap {
  static final int ABSENT = -1;

  private long[] keys = new long[64];
  private int[] values = filled(64);
  private int size;

  private static int[] filled(int length) {
    int[] values = new int[length];
    Arrays.fill(values, ABSENT);
    return values;
  }

  /** The value of the key, {@link #ABSENT} for none. */
  int get(long key) {
    return values[slot(key)];
  }

  /** Stores it, replacing an earlier value. */
  void put(long key, int value) {
    int slot = slot(key);
    if (values[slot] == ABSENT && ++size * 3 > keys.length * 2) {
      grow();
      slot = slot(key);
    }
    keys[slot] = key;
    values[slot] = value;
  }

  int size() {
    return size;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (values[slot] != ABSENT && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = filled(oldKeys.length * 2);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
