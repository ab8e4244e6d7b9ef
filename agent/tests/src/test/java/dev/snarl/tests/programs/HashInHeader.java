package dev.snarl.tests.programs;

import java.lang.reflect.Field;

/** Prints which bits of an object's header the probe takes for its identity hash code. */
public final class HashInHeader {
  private HashInHeader() {}

  public static void main(String[] args) throws Exception {
    Field bits = Class.forName("java.util.concurrent.SnarlExecutors").getDeclaredField("HASH_BITS");
    bits.setAccessible(true);
    System.out.println(Long.toHexString(bits.getLong(null)));
  }
}
