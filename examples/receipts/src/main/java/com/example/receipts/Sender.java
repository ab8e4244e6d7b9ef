package com.example.receipts;

import java.util.List;

/** Sends the push messages of one batch and returns when all of them are sent. */
public interface Sender {
  void send(List<Receipt> batch) throws Exception;
}
