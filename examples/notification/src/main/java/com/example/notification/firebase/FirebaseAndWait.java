package com.example.notification.firebase;

import com.example.notification.Notification;
import com.example.notification.Notifier;
import com.example.notification.Outcomes;
import com.google.firebase.messaging.FirebaseMessaging;
import java.util.concurrent.ExecutionException;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** The library's future, and a thread that waits for it: two threads for one message. */
@Component
@Profile("firebase-wait")
class FirebaseAndWait implements Notifier {
  private final FirebaseMessaging messaging;
  private final Outcomes outcomes;

  FirebaseAndWait(FirebaseMessaging messaging, Outcomes outcomes) {
    this.messaging = messaging;
    this.outcomes = outcomes;
  }

  @Async
  @Override
  public void send(Notification notification) {
    try {
      messaging.sendAsync(FirebaseMessages.of(notification)).get();
      outcomes.sent();
    } catch (ExecutionException e) {
      outcomes.failed(notification, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
