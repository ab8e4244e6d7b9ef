package com.example.notification;

/** One push message to one device. */
public record Notification(String device, String title, String body) {
  public String json() {
    return "{\"message\":{\"token\":\"%s\",\"notification\":{\"title\":\"%s\",\"body\":\"%s\"}}}"
        .formatted(device, title, body);
  }
}
