package com.example.notification;

import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Where the push service is, and what a request to it looks like. */
@Component
public class PushAddress {
  private static final MediaType JSON = MediaType.get("application/json");

  private final String address;

  PushAddress(@Value("${push.address}") String address) {
    this.address = address;
  }

  public String address() {
    return address;
  }

  public Request request(Notification notification) {
    return new Request.Builder()
        .url(address + "/v1/projects/example/messages:send")
        .post(RequestBody.create(notification.json(), JSON))
        .build();
  }
}
