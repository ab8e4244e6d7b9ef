package dev.snarl.libraries;

/** c3p0, a pool of database connections. */
final class C3p0 {

  static final String TEXT =
      """
      library c3p0 c3p0
      jar c3p0 0.9.5 0.12
      frames com.mchange.
      resource com/mchange/v2/resourcepool/BasicResourcePool <init> (
      borrow com/mchange/v2/resourcepool/BasicResourcePool checkoutResource (J)
      give-back com/mchange/v2/resourcepool/BasicResourcePool checkinResource (
      """;

  private C3p0() {}
}
