package com.example.runner;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Keeps what each program did, in a database that lives as long as the service. */
@Component
class Runs {
  private final JdbcTemplate database;

  Runs(JdbcTemplate database) {
    this.database = database;
    database.execute("create table run (program varchar(10), exit_code int, millis bigint)");
  }

  void add(Program program, Result result) {
    database.update(
        "insert into run values (?, ?, ?)", program.name(), result.exitCode(), result.millis());
  }
}
