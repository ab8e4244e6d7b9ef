package com.example.receipts.before;

import com.example.receipts.PushClient;
import com.example.receipts.Receipt;
import com.example.receipts.Sender;
import java.io.IOException;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Before: one message after the other, on the thread that should be reading the stream. */
@Component
@Profile("before")
class SequentialSender implements Sender {
  private final PushClient push;

  SequentialSender(PushClient push) {
    this.push = push;
  }

  @Override
  public void send(List<Receipt> batch) throws IOException {
    for (Receipt receipt : batch) {
      push.send(receipt);
    }
  }
}
