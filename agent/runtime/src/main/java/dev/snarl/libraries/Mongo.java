package dev.snarl.libraries;

/** MongoDB's driver: one pool of connections for each server, at which its blocking form waits. */
final class Mongo {

  static final String TEXT =
      """
      library mongo MongoDB's Java driver
      jar mongodb-driver-core 4.0 5.14
      frames com.mongodb.
      socket com.mongodb.internal.connection.InternalStreamConnection.
      socket com.mongodb.internal.connection.BaseCluster.
      resource com/mongodb/internal/connection/DefaultConnectionPool <init> (
      borrow com/mongodb/internal/connection/DefaultConnectionPool get () optional
      borrow com/mongodb/internal/connection/DefaultConnectionPool get (Lcom/mongodb/internal/connection/OperationContext;) optional
      give-back com/mongodb/internal/connection/DefaultConnectionPool$PooledConnection close ()
      """;

  private Mongo() {}
}
