/*
 * claim: a limit that is far says nothing, however full of the committed part metaspace is
 * twin of: metaspace-limit
 * flags: -XX:MaxMetaspaceSize=256m
 */
public class BenignFarFromItsLimit {
  public static void main(String[] args) throws Exception {
    Thread.sleep(4_000);
  }
}
