package com.example.notification;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Counts what became of the messages. */
@Component
public class Outcomes {
  private static final Logger log = LoggerFactory.getLogger(Outcomes.class);

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  public void sent() {
    sent.incrementAndGet();
  }

  public void failed(Throwable why) {
    if (failed.incrementAndGet() <= 20) {
      log.error("not sent: {}", why.toString());
    }
  }

  Progress progress() {
    return new Progress(sent.get(), failed.get());
  }

  record Progress(int sent, int failed) {}
}
