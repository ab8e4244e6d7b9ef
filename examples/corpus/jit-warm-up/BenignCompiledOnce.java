/*
 * claim: the same script, defined once, runs for each job; the compiler is done with it in the first second
 * flags: -XX:TieredStopAtLevel=4 -Dsnarl.rules.jit-warm-up.windowSeconds=8
 * twin of: jit-warm-up
 */
public class BenignCompiledOnce {
  public interface Script {
    int run(String text);
  }

  public static class Rule implements Script {
    @Override
    public int run(String text) {
      int sum = 0;
      for (int i = 0; i < text.length(); i++) {
        sum = sum * 31 + Character.toUpperCase(text.charAt(i));
        sum ^= Integer.rotateLeft(sum, i) + text.hashCode();
      }
      return sum;
    }
  }

  public static void main(String[] args) throws Exception {
    Script script = new Rule();
    long end = System.nanoTime() + 14_000_000_000L;
    int sum = 0;
    while (end - System.nanoTime() > 0) {
      for (int i = 0; i < 20_000; i++) {
        sum += script.run("a line of text " + (i & 7));
      }
      Thread.sleep(20);
    }
    System.out.println(sum);
  }
}
