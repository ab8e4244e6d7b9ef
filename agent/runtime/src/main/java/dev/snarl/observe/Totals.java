package dev.snarl.observe;

import dev.snarl.observe.pairs.PairSampler;
import dev.snarl.observe.pools.BuildCell;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.slots.SerialRun;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.FanOut;
import dev.snarl.snapshot.SerialWait;
import dev.snarl.snapshot.StartSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Copies the recorder's cumulative tables into records. The observer's thread only. */
final class Totals {

  private final Recorder recorder;
  private final PairSampler sampled;

  Totals(Recorder recorder, PairSampler sampled) {
    this.recorder = recorder;
    this.sampled = sampled;
  }

  List<BlockedSite> blocked() {
    List<BlockedSite> records = new ArrayList<>();
    for (Cells.Blocked cell : recorder.waits.blocked.all()) {
      records.add(
          new BlockedSite(
              cell.key.site().text,
              cell.key.waiter(),
              cell.key.kind(),
              cell.waits.get(),
              cell.nanos.get()));
    }
    return records;
  }

  List<DoubleHeld> pairs() {
    List<DoubleHeld> records = new ArrayList<>();
    for (PairSampler.Pair pair : sampled.pairs.all()) {
      records.add(
          new DoubleHeld(
              pair.key.waiter().text,
              pair.key.worker().text,
              pair.waiterPool,
              pair.workerPool,
              pair.key.waiter().call,
              pair.blockedIn,
              pair.creation,
              pair.waits,
              pair.nanos,
              pair.last - pair.since,
              pair.waiterThread,
              pair.workerThread,
              pair.likely ? Certainty.LIKELY : Certainty.PROVED,
              pair.odds));
    }
    return records;
  }

  List<FanOut> fanOuts() {
    List<FanOut> records = new ArrayList<>();
    for (Cells.Fan fan : recorder.waits.fans.all()) {
      records.add(
          new FanOut(
              fan.key.site().text,
              fan.key.name(),
              fan.waits.get(),
              fan.tasks.get(),
              fan.nanos.get()));
    }
    return records;
  }

  List<SerialWait> serial(long now) {
    List<SerialWait> records = new ArrayList<>();
    for (Map.Entry<Site, SerialRun> entry : recorder.waits.serial.entrySet()) {
      SerialRun run = entry.getValue();
      if (now - run.end > SerialRun.WINDOW) {
        recorder.waits.serial.remove(entry.getKey(), run);
      } else {
        records.add(
            new SerialWait(
                run.site.text,
                run.waiter,
                run.type,
                run.waits,
                run.waitNanos,
                run.cycleNanos,
                run.end - run.begin));
      }
    }
    return records;
  }

  List<StartSite> starts() {
    List<StartSite> records = new ArrayList<>();
    for (Cells.Start start : recorder.threads.starts.all()) {
      records.add(
          new StartSite(
              start.key.site().text,
              start.key.factory(),
              start.group,
              start.pool instanceof Known pool ? pool.notes.name : null,
              start.started.get(),
              start.endedYoung.get(),
              start.youngNanos.get(),
              Math.max(0, start.live.get())));
    }
    return records;
  }

  List<BuildSite> builds() {
    List<BuildSite> records = new ArrayList<>();
    for (BuildCell build : recorder.executors.builds.all()) {
      records.add(
          new BuildSite(
              build.site.text,
              build.type,
              build.built.get(),
              build.perCall.get() + build.livePerCall,
              build.alive,
              build.threads));
    }
    return records;
  }
}
