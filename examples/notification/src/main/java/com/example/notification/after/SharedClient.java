package com.example.notification.after;

import com.example.notification.Notification;
import com.example.notification.Notifier;
import com.example.notification.Outcomes;
import com.example.notification.PushAddress;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** After: one client for all messages, on a pool of a known size. */
@Component
@Profile("after")
class SharedClient implements Notifier {
  private final PushAddress push;
  private final Outcomes outcomes;
  private final OkHttpClient client;

  SharedClient(PushAddress push, Outcomes outcomes, @Value("${push.threads:50}") int threads) {
    this.push = push;
    this.outcomes = outcomes;
    this.client =
        new OkHttpClient.Builder()
            .readTimeout(30, TimeUnit.SECONDS)
            .connectionPool(new ConnectionPool(threads + 1, 5, TimeUnit.MINUTES))
            .build();
  }

  @Async("pushPool")
  @Override
  public void send(Notification notification) {
    try (Response response = client.newCall(push.request(notification)).execute()) {
      if (!response.isSuccessful()) {
        throw new IOException("the push service answered " + response.code());
      }
      outcomes.sent();
    } catch (IOException e) {
      outcomes.failed(notification, e);
    }
  }
}
