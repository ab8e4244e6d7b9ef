package com.example.notification;

import java.util.Map;

/** One push message to one device. The data tells the device's application what to open. */
public record Notification(String device, String title, String body, Map<String, String> data) {
  public String json() {
    StringBuilder pairs = new StringBuilder();
    data.forEach(
        (key, value) ->
            pairs
                .append(pairs.isEmpty() ? "" : ",")
                .append('"')
                .append(key)
                .append("\":\"")
                .append(value)
                .append('"'));
    return "{\"message\":{\"token\":\"%s\",\"notification\":{\"title\":\"%s\",\"body\":\"%s\"},\"data\":{%s}}}"
        .formatted(device, title, body, pairs);
  }
}
