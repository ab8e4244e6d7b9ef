package dev.snarl.observe.sites;

import dev.snarl.snapshot.Doing;
import org.jspecify.annotations.Nullable;

/**
 * What a thread was last seen blocked in.
 *
 * @param idle whether it waits for something to do
 */
public record Look(
    long at, @Nullable String blockedIn, Site site, @Nullable Input input, boolean idle) {

  public Doing doing() {
    String kind = idle ? "idle" : input == null ? null : input.kind();
    return new Doing(blockedIn, site.text, kind);
  }
}
