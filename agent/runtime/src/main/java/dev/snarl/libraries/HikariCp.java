package dev.snarl.libraries;

/**
 * HikariCP, a pool of database connections. It asks for one more connection with each request that
 * finds none, and drops the excess: by its own handler, in older versions by one of the JDK's.
 */
final class HikariCp {

  static final String TEXT =
      """
      library hikaricp HikariCP
      jar HikariCP 3.4 7.1
      frames com.zaxxer.hikari.
      surplus com.zaxxer.hikari. connection[ -]adder
      resource com/zaxxer/hikari/pool/HikariPool <init> (
      borrow com/zaxxer/hikari/pool/HikariPool getConnection (J)
      give-back com/zaxxer/hikari/pool/HikariPool recycle (
      """;

  private HikariCp() {}
}
