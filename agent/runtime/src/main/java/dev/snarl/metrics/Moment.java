package dev.snarl.metrics;

import dev.snarl.chains.Waiting;
import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import java.util.List;

/**
 * What one scrape reads: a snapshot, the findings that are true with it, and where threads wait.
 */
record Moment(Snapshot snapshot, List<Finding> findings, Waiting waiting) {}
