package dev.snarl.observe.sites;

import dev.snarl.snapshot.Doing;
import org.jspecify.annotations.Nullable;

/** What a thread was last seen blocked in. */
public record Look(long at, @Nullable String blockedIn, Site site, @Nullable Input input) {

  public Doing doing() {
    return new Doing(blockedIn, site.text, input == null ? null : input.kind());
  }
}
