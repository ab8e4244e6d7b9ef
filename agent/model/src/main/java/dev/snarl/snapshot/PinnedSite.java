package dev.snarl.snapshot;

/**
 * Virtual threads pinned to their carriers, by call site, cumulative.
 *
 * @param site where they blocked
 * @param call what blocked there
 * @param reason why they could not unmount from the carrier
 * @param count how often, if long enough to be recorded
 * @param nanos total duration
 */
public record PinnedSite(String site, String call, String reason, long count, long nanos) {}
