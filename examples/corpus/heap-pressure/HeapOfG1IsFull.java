/*
 * claim: with G1 too: the heap is nearly all alive and is collected as a whole again and again
 * flags: -Xmx56m -XX:+UseG1GC
 * expect: heap-pressure warning at heap
 * allow: heap-pressure critical
 */
import java.util.ArrayList;
import java.util.List;

public class HeapOfG1IsFull {
  static final List<byte[]> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 46_000; i++) {
      kept.add(new byte[1_000]);
    }
    long end = System.nanoTime() + 10_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 250; i++) {
        kept.set((int) (System.nanoTime() % 46_000), new byte[1_000]);
      }
      Thread.sleep(5);
    }
    System.out.println(kept.size());
  }
}
