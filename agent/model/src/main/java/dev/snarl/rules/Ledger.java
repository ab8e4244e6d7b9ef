package dev.snarl.rules;

import dev.snarl.rules.Endpoints.Endpoint;
import dev.snarl.snapshot.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns verdicts of rules into findings with a history: they open, change and resolve.
 *
 * <p>A finding is <em>changed</em>, and gets another line in a file, only when its severity or the
 * wording of its title changes. Numbers in the title do not count, or a busy service would write a
 * line each tick. Evidence, count and last-seen time of {@link #open()} are always those of the
 * last update. It is <em>resolved</em> when its rule has been silent for the rule's grace, is
 * switched off, or another rule explains the same cause better ({@link OneCause}). A proof that was
 * refuted so is not believed at once again ({@link Broken}).
 *
 * <p>At most 1,000 findings are open; findings beyond that are counted, and a rule that fails is
 * counted and left out of that update. {@link #update} belongs to the observer thread; everything
 * else may be called from any thread.
 */
public final class Ledger {
  static final int MAX_OPEN = 1_000;

  private final String application;
  private final List<Rule> rules;
  private final Function<String, Setting> settings;
  private final Function<String, @Nullable String> libraries;
  private final Function<String, List<String>> chains;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, InForce> inForce = new HashMap<>();
  private final Endpoints endpoints = new Endpoints();
  private final OneCause oneCause = new OneCause();
  private final Broken broken = new Broken();
  private final Map<String, Long> failures = new TreeMap<>();
  private volatile List<Finding> open = List.of();
  private volatile Map<String, Long> published = Map.of();
  private final LongAdder dropped = new LongAdder();

  /** The options of a rule; overrides of unknown thresholds are ignored. */
  public record Setting(boolean enabled, Map<String, Double> overrides) {
    public static final Setting DEFAULT = new Setting(true, Map.of());

    public Setting {
      overrides = Map.copyOf(overrides);
    }
  }

  private record InForce(Map<String, Double> overrides, Thresholds thresholds) {}

  /** The changes by an update. */
  public record Changes(List<Finding> opened, List<Finding> changed, List<Finding> resolved) {
    public Changes {
      opened = List.copyOf(opened);
      changed = List.copyOf(changed);
      resolved = List.copyOf(resolved);
    }
  }

  /**
   * A ledger of all rules.
   *
   * @param libraries maps a site to its library, null for none
   * @param chains maps a site to the frames of the chain of waits that begins there; empty for none
   */
  public Ledger(
      String application,
      Function<String, Setting> settings,
      Function<String, @Nullable String> libraries,
      Function<String, List<String>> chains) {
    this(application, Rules.ALL, settings, libraries, chains);
  }

  /** A ledger of some rules. */
  public Ledger(
      String application,
      List<Rule> rules,
      Function<String, Setting> settings,
      Function<String, @Nullable String> libraries,
      Function<String, List<String>> chains) {
    this.application = application;
    this.rules = List.copyOf(rules);
    this.settings = settings;
    this.libraries = libraries;
    this.chains = chains;
  }

  /** Judges the timeline. */
  public Changes update(Timeline timeline) {
    endpoints.add(timeline.latest());
    List<Finding> opened = new ArrayList<>();
    List<Finding> changed = new ArrayList<>();
    Set<String> held = new LinkedHashSet<>();
    Set<String> off = new LinkedHashSet<>();
    Map<String, List<Verdict>> verdicts = new HashMap<>();
    for (Rule rule : rules) {
      Setting setting = settings.apply(rule.id());
      if (setting.enabled()) {
        verdicts.put(rule.id(), judge(rule, timeline, thresholds(rule, setting)));
      } else {
        off.add(rule.id());
      }
    }
    oneCause.settle(verdicts, open, timeline.latest());
    for (Rule rule : rules) {
      Thresholds thresholds = thresholds(rule, settings.apply(rule.id()));
      for (Verdict judged : verdicts.getOrDefault(rule.id(), List.of())) {
        String library = libraries.apply(judged.site());
        Verdict verdict = library == null ? judged : rule.inLibrary(judged, library);
        String id = FindingId.of(rule.id(), verdict.key());
        if (!held.add(id)) {
          continue;
        }
        Endpoint endpoint = endpoints.at(verdict.site());
        Entry entry = entries.get(id);
        if (entry != null) {
          entry.chain(chains, timeline.latest());
          if (entry.holds(verdict, endpoint, thresholds, timeline.latest())) {
            changed.add(entry.finding(false));
          }
        } else if (broken.mayEnd(id, verdict)) {
          held.remove(id);
        } else if (entries.size() < MAX_OPEN) {
          entry =
              new Entry(application, rule, id, verdict, endpoint, thresholds, timeline.latest());
          entry.chain(chains, timeline.latest());
          entries.put(id, entry);
          opened.add(entry.finding(false));
        } else {
          dropped.increment();
        }
      }
    }
    List<Finding> resolved = resolve(held, off, timeline.latest().nanos());
    open = entries.values().stream().map(entry -> entry.finding(false)).toList();
    return new Changes(opened, changed, resolved);
  }

  private List<Finding> resolve(Set<String> held, Set<String> off, long now) {
    List<Finding> resolved = new ArrayList<>();
    entries
        .entrySet()
        .removeIf(
            open -> {
              Entry entry = open.getValue();
              boolean explained =
                  off.contains(entry.rule().id()) || oneCause.superseded(open.getKey());
              boolean gone = !held.contains(open.getKey()) && (explained || entry.expired(now));
              if (gone) {
                Finding last = entry.finding(true);
                resolved.add(last);
                if (!explained) {
                  broken.resolved(last, entry.rule());
                }
              }
              return gone;
            });
    return resolved;
  }

  private List<Verdict> judge(Rule rule, Timeline timeline, Thresholds thresholds) {
    try {
      return rule.judge(timeline, thresholds);
    } catch (RuntimeException | StackOverflowError failure) {
      failures.merge(rule.id(), 1L, Long::sum);
      published = Map.copyOf(failures);
      return List.of();
    }
  }

  /** Options may change while the agent runs, but rarely do. */
  private Thresholds thresholds(Rule rule, Setting setting) {
    InForce known = inForce.get(rule.id());
    if (known == null || !known.overrides().equals(setting.overrides())) {
      known = new InForce(setting.overrides(), Thresholds.of(rule.defaults(), setting.overrides()));
      inForce.put(rule.id(), known);
    }
    return known.thresholds();
  }

  /** All open findings as of the last update, oldest first. */
  public List<Finding> open() {
    return open;
  }

  /** Verdicts beyond the limit, counted once per tick while they hold. */
  public long dropped() {
    return dropped.sum();
  }

  /** Failures by rule: defects of the agent. */
  public Map<String, Long> failures() {
    return published;
  }
}
