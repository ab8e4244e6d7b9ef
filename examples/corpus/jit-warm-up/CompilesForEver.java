/*
 * claim: a script is defined anew for each job and runs until the compiler has compiled it; most of the CPU time is
 *    the compiler's
 * flags: -XX:TieredStopAtLevel=4 -Dsnarl.rules.jit-warm-up.windowSeconds=8 -Dsnarl.rules.jit-warm-up.minCompileSeconds=0.2
 * expect: jit-warm-up info at JVM
 */
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

public class CompilesForEver {
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
    byte[] rule;
    try (InputStream in = CompilesForEver.class.getResourceAsStream("CompilesForEver$Rule.class")) {
      rule = in.readAllBytes();
    }
    long end = System.nanoTime() + 14_000_000_000L;
    int sum = 0;
    while (end - System.nanoTime() > 0) {
      Script script =
          (Script)
              MethodHandles.lookup()
                  .defineHiddenClass(rule, true)
                  .lookupClass()
                  .getConstructor()
                  .newInstance();
      for (int i = 0; i < 20_000; i++) {
        sum += script.run("a line of text " + (i & 7));
      }
      Thread.sleep(20);
    }
    System.out.println(sum);
  }
}
