package dev.snarl.observe;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.tasks.CommonPool;
import dev.snarl.observe.tasks.Consumers;
import dev.snarl.snapshot.LibraryUse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlClients;
import java.util.concurrent.SnarlSlot;

/** What is seen of libraries and of the common pool, tick by tick. The observer's thread only. */
final class LibraryWatch {

  private final Recorder recorder;
  private final Consumers consumers;
  private final CommonPool common;

  LibraryWatch(Recorder recorder) {
    this.recorder = recorder;
    this.consumers = new Consumers(recorder.sites, recorder.names);
    this.common = new CommonPool(recorder.sites);
  }

  /** Before the slots are shown. */
  void begin(long now) {
    recorder.resources.begin(now);
  }

  void slot(SnarlSlot slot, Thread owner) {
    recorder.resources.slot(slot, owner);
    if (slot.polls > 1) {
      consumers.met(slot, owner);
    }
  }

  void tick(Looks looks, long now, long elapsed) {
    consumers.tick(looks, now);
    common.tick(looks, now, elapsed);
    recorder.resources.end(looks, now);
  }

  /** Whether there is a broker's consumer, the common pool runs a task or a pool lends no more. */
  boolean watches() {
    return SnarlClients.consumers || stirs() || recorder.resources.pending();
  }

  /** Whether the common pool runs a task now. */
  boolean stirs() {
    return common.active() > 0;
  }

  LibraryUse record(long now) {
    List<LibraryUse.PoolInput> inputs = new ArrayList<>();
    for (Known known : recorder.executors.all.keySet()) {
      LibraryUse.PoolInput input = known.notes.input.record(known.id);
      if (input != null) {
        inputs.add(input);
      }
    }
    return new LibraryUse(
        recorder.clients.records(), consumers.records(now), inputs, common.records());
  }
}
