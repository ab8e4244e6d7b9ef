package com.example.notification.before;

import com.example.notification.Notification;
import com.example.notification.Notifier;
import com.example.notification.Outcomes;
import com.example.notification.PushAddress;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Before: a client for every message, on the executor that Spring Boot provides when none is named.
 */
@Component
@Profile("before")
class ClientPerMessage implements Notifier {
  private final PushAddress push;
  private final Outcomes outcomes;

  ClientPerMessage(PushAddress push, Outcomes outcomes) {
    this.push = push;
    this.outcomes = outcomes;
  }

  @Async
  @Override
  public void send(Notification notification) {
    OkHttpClient client = new OkHttpClient.Builder().readTimeout(30, TimeUnit.SECONDS).build();
    try (Response response = client.newCall(push.request(notification)).execute()) {
      if (!response.isSuccessful()) {
        throw new IOException("the push service answered " + response.code());
      }
      outcomes.sent();
    } catch (IOException e) {
      outcomes.failed(e);
    }
  }
}
