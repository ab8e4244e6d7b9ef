package com.example.notification.firebase;

import com.example.notification.Notification;
import com.example.notification.Notifier;
import com.example.notification.Outcomes;
import com.google.api.core.ApiFuture;
import com.google.api.core.ApiFutureCallback;
import com.google.api.core.ApiFutures;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.firebase.messaging.FirebaseMessaging;
import com.google.firebase.messaging.Message;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** A step on the way: the library is asynchronous, so everything is handed to it at once. */
@Component
@Profile("firebase")
class FirebaseNotifier implements Notifier {
  private final FirebaseMessaging messaging;
  private final Outcomes outcomes;

  FirebaseNotifier(FirebaseMessaging messaging, Outcomes outcomes) {
    this.messaging = messaging;
    this.outcomes = outcomes;
  }

  @Override
  public void send(Notification notification) {
    Message message =
        Message.builder()
            .setToken(notification.device())
            .setNotification(
                com.google.firebase.messaging.Notification.builder()
                    .setTitle(notification.title())
                    .setBody(notification.body())
                    .build())
            .build();
    ApiFuture<String> name = messaging.sendAsync(message);
    ApiFutures.addCallback(
        name,
        new ApiFutureCallback<String>() {
          @Override
          public void onSuccess(String sent) {
            outcomes.sent();
          }

          @Override
          public void onFailure(Throwable why) {
            outcomes.failed(why);
          }
        },
        MoreExecutors.directExecutor());
  }
}
