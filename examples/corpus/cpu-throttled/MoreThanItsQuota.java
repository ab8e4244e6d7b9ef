/*
 * claim: a thread computes without a pause in a control group that may use a quarter of a processor
 * group: cpu=0.25
 * seconds: 80
 * expect: cpu-throttled warning at process
 * full: it runs for 76 s and computes all the time
 */
public class MoreThanItsQuota {
  static volatile long hash;

  public static void main(String[] args) {
    long end = System.nanoTime() + 76_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 100_000; i++) {
        hash = hash * 31 + i;
      }
    }
  }
}
