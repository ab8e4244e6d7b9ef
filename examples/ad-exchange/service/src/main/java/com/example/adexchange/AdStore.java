package com.example.adexchange;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * One select, which holds the calling thread and a connection until the database has answered. The
 * same in every variant.
 */
@Component
class AdStore {
  private final JdbcClient database;
  private final int millis;

  AdStore(JdbcClient database, @Value("${exchange.database-millis}") int millis) {
    this.database = database;
    this.millis = millis;
  }

  Ad best(int slot) {
    return database
        .sql("select slot, campaign, cents, database_time(?) from ad where slot = ?")
        .params(millis, slot)
        .query(
            (row, number) ->
                new Ad(row.getInt("slot"), row.getString("campaign"), row.getInt("cents")))
        .single();
  }
}
