package com.example.notification;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableAsync;

/** Sends the same news to very many devices. */
@SpringBootApplication
@EnableAsync
public class NotificationApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(NotificationApplication.class, arguments);
  }
}
