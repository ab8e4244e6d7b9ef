package dev.snarl.observe.sites;

import dev.snarl.snapshot.Doing;
import dev.snarl.stacks.Blocked;
import org.jspecify.annotations.Nullable;

/**
 * What a thread was last seen blocked in.
 *
 * @param idle whether it waits for something to do
 */
public record Look(
    long at, @Nullable String blockedIn, Site site, @Nullable Input input, boolean idle) {

  /** Whether its task is held up: not by a class or resource that is only loaded once. */
  public boolean held() {
    return blockedIn != null && !Blocked.loads(blockedIn);
  }

  public Doing doing() {
    String kind = idle ? "idle" : input == null ? null : input.kind();
    return new Doing(blockedIn, site.text, kind);
  }
}
