/*
 * claim: files are opened for each job and never closed, until hardly any are left
 * limits: nofile=300:300
 * expect: fd-limit warning at process
 */
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

public class FilesNeverClosed {
  static final List<InputStream> forgotten = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 268; i++) {
      forgotten.add(new FileInputStream("/dev/null"));
    }
    Thread.sleep(12_000);
    System.exit(forgotten.isEmpty() ? 1 : 0);
  }
}
