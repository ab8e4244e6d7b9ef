package com.example.adexchange;

import java.sql.SQLException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * An ad exchange: {@code GET /ads/{slot}} answers with the best ad for a slot, which is one select.
 *
 * <p>With the argument {@code database} the same jar is the database that the exchange asks, in a
 * process of its own as it would be in production.
 *
 * <p>The profile says how many threads and connections there are, and which thread asks: {@code
 * before} and {@code after} an {@code @Async} method's, {@code sync} the request's own.
 */
@SpringBootApplication
@EnableAsync
class AdExchangeApplication {
  public static void main(String[] args) throws SQLException {
    if (args.length == 1 && args[0].equals("database")) {
      AdDatabase.serve();
    } else {
      SpringApplication.run(AdExchangeApplication.class, args);
    }
  }
}
