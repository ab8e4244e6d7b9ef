package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.object;

import org.jspecify.annotations.Nullable;

/**
 * Apache Commons DBCP 2, and the same in Tomcat's own packages: its data source holds a pool of
 * Commons Pool. It has no name.
 */
final class DbcpReader implements ConnectionReader {

  @Override
  public String library() {
    return "DBCP2";
  }

  @Override
  public @Nullable Counts read(Object source) {
    return ObjectPoolReader.counts(object(source, "pool"));
  }

  @Override
  public @Nullable Object inner(Object source) {
    return object(source, "pool");
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return ObjectPoolReader.none(thrown.getCause());
  }
}
