/*
 * claim: what is kept alive grows until the old generation stays full after its collections
 * flags: -Xmx48m -XX:+UseSerialGC
 * expect: heap-pressure warning at heap
 * allow: heap-pressure critical
 */
import java.util.ArrayList;
import java.util.List;

public class HeapFillsSlowly {
  static final List<byte[]> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 9_000_000_000L;
    while (System.nanoTime() < end) {
      if (kept.size() < 31_000) {
        for (int i = 0; i < 100; i++) {
          kept.add(new byte[1_000]);
        }
      }
      churn();
      Thread.sleep(5);
    }
    System.out.println(kept.size());
  }

  static void churn() {
    for (int i = 0; i < 10; i++) {
      byte[] garbage = new byte[100_000];
      garbage[i] = 1;
    }
  }
}
