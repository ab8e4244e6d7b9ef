package dev.snarl.otlp;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Ledger;
import java.util.ArrayList;
import java.util.List;

/** A finding that has opened, changed its severity or wording, or been resolved. */
public record News(State state, Finding finding) {

  /** What has happened to it. */
  public enum State {
    OPENED,
    CHANGED,
    RESOLVED
  }

  static List<News> of(Ledger.Changes changes) {
    List<News> news = new ArrayList<>();
    changes.opened().forEach(finding -> news.add(new News(State.OPENED, finding)));
    changes.changed().forEach(finding -> news.add(new News(State.CHANGED, finding)));
    changes.resolved().forEach(finding -> news.add(new News(State.RESOLVED, finding)));
    return news;
  }
}
