package dev.snarl.tests.programs;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat with one connection that says nothing. */
public final class TomcatServer {
  private TomcatServer() {}

  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("acceptCount", "33");
    connector.setProperty("maxConnections", "44");
    connector.setProperty("maxThreads", "11");
    tomcat.setConnector(connector);
    tomcat.start();
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
      System.out.println("running");
      System.in.readAllBytes();
      System.exit(client.isClosed() ? 1 : 0);
    }
  }
}
