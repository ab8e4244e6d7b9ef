/*
 * claim: the old generation fills with what dies there, and each collection empties it
 * twin of: heap-pressure
 * flags: -Xmx96m -Xmn16m -XX:+UseSerialGC -XX:MaxTenuringThreshold=1
 */
import java.util.ArrayDeque;
import java.util.Deque;

public class BenignOldGenerationFull {
  public static void main(String[] args) throws Exception {
    Deque<byte[]> kept = new ArrayDeque<>();
    long end = System.nanoTime() + 8_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 200; i++) {
        kept.add(new byte[1_000]);
        if (kept.size() > 20_000) {
          kept.remove();
        }
      }
      Thread.sleep(10);
    }
    System.out.println(kept.size());
  }
}
