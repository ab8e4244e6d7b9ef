package dev.snarl.libraries;

/** Alibaba's Druid, a pool of database connections, which its data source is itself. */
final class Druid {

  static final String TEXT =
      """
      library druid Druid of Alibaba
      jar druid 1.1.24 1.2
      frames com.alibaba.druid.
      resource com/alibaba/druid/pool/DruidDataSource <init> (Z)
      borrow com/alibaba/druid/pool/DruidDataSource getConnection (J)
      give-back com/alibaba/druid/pool/DruidDataSource recycle (
      """;

  private Druid() {}
}
