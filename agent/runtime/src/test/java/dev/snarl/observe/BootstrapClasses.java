package dev.snarl.observe;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.stream.Stream;

/** All classes of the bootstrap loader, as compiled. */
public final class BootstrapClasses {

  private BootstrapClasses() {}

  public static List<Path> files() throws IOException, URISyntaxException {
    String probe = SnarlProbe.class.getName().replace('.', '/') + ".class";
    Path folder = Path.of(ClassLoader.getSystemResource(probe).toURI()).getParent();
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("Snarl")).toList();
    }
  }

  static List<Class<?>> loaded() throws IOException, URISyntaxException, ClassNotFoundException {
    String folder = SnarlProbe.class.getPackageName() + '.';
    List<Class<?>> classes = new ArrayList<>();
    for (Path file : files()) {
      classes.add(Class.forName(folder + file.getFileName().toString().replace(".class", "")));
    }
    return classes;
  }
}
