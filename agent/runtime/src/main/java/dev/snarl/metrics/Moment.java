package dev.snarl.metrics;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import java.util.List;

/** What one scrape reads: a snapshot and the findings that are true with it. */
record Moment(Snapshot snapshot, List<Finding> findings) {}
