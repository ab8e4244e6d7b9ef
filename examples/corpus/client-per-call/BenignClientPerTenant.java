/*
 * claim: eight tenants get a client each, once, at start
 * twin of: client-per-call
 */
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

public class BenignClientPerTenant {
  static final List<HttpClient> tenants = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      tenants.add(HttpClient.newHttpClient());
    }
    Thread.sleep(6_000);
    System.exit(tenants.size() == 8 ? 0 : 1);
  }
}
