package dev.snarl.rules;

import dev.snarl.snapshot.Pool;

/** What findings about one executor have in common. */
final class Pools {
  private Pools() {}

  /** Its construction site, or its name if it is older than the agent. */
  static String site(Pool pool) {
    String site = pool.site();
    return site == null ? pool.name() : site;
  }

  /** Stable over restarts of the application, unlike the pool's id. */
  static String key(Pool pool) {
    return pool.name() + " built at " + pool.site();
  }
}
