package com.example.receipts;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Tells the sender of a mail, by a push message, that the mail was read. */
@SpringBootApplication
public class ReceiptsApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(ReceiptsApplication.class, arguments);
  }
}
