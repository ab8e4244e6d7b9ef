/*
 * claim: the control group may use two fifths of a processor and is throttled at the start, but later its thread computes a fifth of the time
 * twin of: cpu-throttled
 * group: cpu=0.4
 * seconds: 75
 * full: it runs for 72 s and computes a fifth of the time
 */
public class BenignWithinItsQuota {
  static volatile long hash;

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 72_000_000_000L;
    while (System.nanoTime() < end) {
      long pause = System.nanoTime() + 10_000_000;
      while (System.nanoTime() < pause) {
        hash = hash * 31 + 1;
      }
      Thread.sleep(40);
    }
  }
}
