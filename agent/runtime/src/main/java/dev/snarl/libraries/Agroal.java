package dev.snarl.libraries;

/** Agroal, the pool of database connections of Quarkus. */
final class Agroal {

  static final String TEXT =
      """
      library agroal Agroal, as in Quarkus
      jar agroal-pool 1.9 3.0
      frames io.agroal.
      resource io/agroal/pool/ConnectionPool <init> (
      borrow io/agroal/pool/ConnectionPool getConnection ()
      give-back io/agroal/pool/ConnectionPool returnConnectionHandler (
      """;

  private Agroal() {}
}
