package dev.snarl.snapshot;

/**
 * Virtual threads pinned to their carriers, by call site, cumulative.
 *
 * @param site where they blocked
 * @param call what blocked there
 * @param reason why they could not leave the carrier
 * @param count how often, as far as it lasted long enough to be seen
 * @param nanos how long, added up
 */
public record PinnedSite(String site, String call, String reason, long count, long nanos) {}
