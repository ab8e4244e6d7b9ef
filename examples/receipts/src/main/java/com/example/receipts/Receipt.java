package com.example.receipts;

/** A mail was read. {@code writtenAt} is in milliseconds since 1970. */
public record Receipt(String id, long writtenAt, String device) {
  /** Reads what is stored under a receipt's key: {@code id writtenAt device}. */
  static Receipt parse(String stored) {
    String[] words = stored.split(" ", 3);
    return new Receipt(words[0], Long.parseLong(words[1]), words[2]);
  }
}
