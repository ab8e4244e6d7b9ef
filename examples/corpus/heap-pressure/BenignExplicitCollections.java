/*
 * claim: a program that calls System.gc() every half second has a heap with room
 * twin of: heap-pressure
 * flags: -Xmx64m -XX:+UseSerialGC
 */
public class BenignExplicitCollections {
  static byte[] last;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 16; i++) {
      for (int n = 0; n < 300; n++) {
        last = new byte[100_000];
      }
      System.gc();
      Thread.sleep(500);
    }
    System.out.println(last.length);
  }
}
