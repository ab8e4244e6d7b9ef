package com.example.notification.firebase;

import com.example.notification.Notification;
import com.google.firebase.messaging.Message;

/** A message in the library's terms. */
final class FirebaseMessages {
  private FirebaseMessages() {}

  static Message of(Notification notification) {
    return Message.builder()
        .setToken(notification.device())
        .putAllData(notification.data())
        .setNotification(
            com.google.firebase.messaging.Notification.builder()
                .setTitle(notification.title())
                .setBody(notification.body())
                .build())
        .build();
  }
}
