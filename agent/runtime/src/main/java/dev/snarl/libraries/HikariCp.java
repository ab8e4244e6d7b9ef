package dev.snarl.libraries;

/** HikariCP, a pool of database connections. */
final class HikariCp {

  static final String TEXT =
      """
      library hikaricp HikariCP
      jar HikariCP 3.4 7.0
      frames com.zaxxer.hikari.
      resource com/zaxxer/hikari/pool/HikariPool <init> (
      borrow com/zaxxer/hikari/pool/HikariPool getConnection (J)
      give-back com/zaxxer/hikari/pool/HikariPool recycle (
      """;

  private HikariCp() {}
}
