package com.example.orders;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/** The table of orders, on the thread of whoever asks, over a connection of the HikariCP pool. */
@Repository
class OrderStore {
  private final JdbcClient database;

  OrderStore(JdbcClient database) {
    this.database = database;
  }

  Order add(String item) {
    KeyHolder key = new GeneratedKeyHolder();
    database
        .sql("insert into placed_order (item) values (:item)")
        .param("item", item)
        .update(key, "id");
    return new Order(key.getKeyAs(Long.class), item, false);
  }

  Optional<Order> find(long id) {
    return database
        .sql("select id, item, shipped from placed_order where id = :id")
        .param("id", id)
        .query(Order.class)
        .optional();
  }

  List<Order> newest() {
    return database
        .sql("select id, item, shipped from placed_order order by id desc limit 20")
        .query(Order.class)
        .list();
  }

  void ship(long id) {
    database.sql("update placed_order set shipped = true where id = :id").param("id", id).update();
  }

  long waiting() {
    return database
        .sql("select count(*) from placed_order where not shipped")
        .query(Long.class)
        .single();
  }
}
