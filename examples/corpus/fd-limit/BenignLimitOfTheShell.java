/*
 * claim: as many files as the shell's limit allows are open, but the JVM has raised its own
 * twin of: fd-limit
 * limits: nofile=300:4000
 */
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

public class BenignLimitOfTheShell {
  static final List<InputStream> inUse = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 320; i++) {
      inUse.add(new FileInputStream("/dev/null"));
    }
    Thread.sleep(12_000);
    System.exit(inUse.isEmpty() ? 1 : 0);
  }
}
