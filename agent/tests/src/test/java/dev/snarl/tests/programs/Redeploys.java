package dev.snarl.tests.programs;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/**
 * Deploys a web application in one Tomcat, asks it, and takes it away, as often as its first
 * argument says, and measures itself as often as its second says. Says how many of the class
 * loaders are still there after full collections. With {@code leak} as its third, the application
 * leaves threads behind.
 */
public final class Redeploys {
  private static final Logger CATALINA = Logger.getLogger("org.apache");

  private Redeploys() {}

  public static void main(String[] args) throws Exception {
    CATALINA.setLevel(Level.OFF);
    int times = Integer.parseInt(args[0]);
    int every = Math.max(1, times / Integer.parseInt(args[1]));
    boolean leak = args.length > 2;
    Path base = Files.createTempDirectory("redeploys");
    Path classes =
        Files.createDirectories(base.resolve("app/WEB-INF/classes/dev/snarl/tests/programs"));
    try (InputStream in = Redeploys.class.getResourceAsStream("Deployed.class")) {
      if (in == null) {
        throw new IllegalStateException("nothing to deploy");
      }
      Files.copy(in, classes.resolve("Deployed.class"));
    }
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.start();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      loaders.add(deploy(tomcat, connector, base.resolve("app"), leak));
      if (i % every == 0) {
        Soak.sample(i);
      }
    }
    System.out.println("deployed " + times + " with " + loaders.size() + " loaders");
    System.out.println("kept " + kept(loaders));
    Hello.awaitEnd();
    System.exit(0);
  }

  private static WeakReference<ClassLoader> deploy(
      Tomcat tomcat, Connector connector, Path app, boolean leak) throws Exception {
    StandardContext context = new StandardContext();
    context.setPath("/app");
    context.setDocBase(app.toString());
    context.setIgnoreAnnotations(true);
    context.addLifecycleListener(
        event -> {
          if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
            context.setConfigured(true);
          }
        });
    Wrapper servlet = context.createWrapper();
    servlet.setName("deployed");
    servlet.setServletClass(Deployed.class.getName());
    if (leak) {
      servlet.addInitParameter("leak", "yes");
    }
    context.addChild(servlet);
    context.addServletMappingDecoded("/", "deployed");
    tomcat.getHost().addChild(context);
    ClassLoader loader = context.getLoader().getClassLoader();
    URI address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/app/");
    try (InputStream in = address.toURL().openStream()) {
      String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (!answer.equals("taskstage!")) {
        throw new IllegalStateException(answer);
      }
    }
    if (servlet.getServlet().getClass().getClassLoader() != loader) {
      throw new IllegalStateException("not in the application's own loader");
    }
    tomcat.getHost().removeChild(context);
    context.destroy();
    return new WeakReference<>(loader);
  }

  private static long kept(List<WeakReference<ClassLoader>> loaders) throws InterruptedException {
    long kept = loaders.size();
    for (int i = 0; i < 60 && kept > 0; i++) {
      System.gc();
      Thread.sleep(250);
      kept = loaders.stream().filter(loader -> loader.get() != null).count();
    }
    return kept;
  }
}
