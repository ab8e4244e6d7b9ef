package com.example.notification;

/** Takes one message and sends it on some other thread than the caller's. */
public interface Notifier {
  void send(Notification notification);
}
