package com.example.receipts;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Sends one push message over the one client that all threads share. */
@Component
public class PushClient {
  private static final Logger log = LoggerFactory.getLogger(PushClient.class);
  private static final MediaType JSON = MediaType.get("application/json");

  private final OkHttpClient client =
      new OkHttpClient.Builder()
          .connectionPool(new ConnectionPool(50, 5, TimeUnit.MINUTES))
          .build();
  private final String address;

  PushClient(@Value("${push.address}") String address) {
    this.address = address;
  }

  public void send(Receipt receipt) throws IOException {
    String message =
        "{\"message\":{\"token\":\"%s\",\"notification\":{\"title\":\"Your mail was read\"}}}"
            .formatted(receipt.device());
    Request request =
        new Request.Builder()
            .url(address + "/send")
            .post(RequestBody.create(message, JSON))
            .build();
    try (Response response = client.newCall(request).execute()) {
      if (!response.isSuccessful()) {
        throw new IOException("the push service answered " + response.code());
      }
    }
    log.info(
        "pushed {} after {} ms", receipt.id(), System.currentTimeMillis() - receipt.writtenAt());
  }
}
