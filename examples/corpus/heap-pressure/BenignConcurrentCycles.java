/*
 * claim: Shenandoah counts the pauses of its cycles where others count full collections
 * twin of: heap-pressure
 * flags: -Xmx128m -XX:+IgnoreUnrecognizedVMOptions -XX:+UseShenandoahGC
 */
public class BenignConcurrentCycles {
  static byte[] last;

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 8_000_000_000L;
    while (System.nanoTime() < end) {
      for (int n = 0; n < 20; n++) {
        last = new byte[100_000];
      }
      Thread.sleep(10);
    }
    System.out.println(last.length);
  }
}
