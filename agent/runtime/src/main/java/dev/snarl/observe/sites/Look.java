package dev.snarl.observe.sites;

import org.jspecify.annotations.Nullable;

/** What a thread was last seen blocked in. */
public record Look(long at, @Nullable String blockedIn, Site site, @Nullable Input input) {}
