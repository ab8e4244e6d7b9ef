package shop;

/** What an application has once in each of its class loaders. */
public final class Deployed {
  static final byte[] STATE = new byte[1 << 20];

  private Deployed() {}
}
