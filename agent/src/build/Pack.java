import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code java Pack.java FROM TO}: copies a tree of classes and resources and puts the classes of
 * each package into one file, {@code classes}: how many there are; for each, in the order of these
 * numbers, the hash code of its name within the package, where its bytes begin in the file and how
 * many they are; then their bytes. All numbers are ints as {@code DataOutput} writes them. No two
 * names of a package have one hash code, or the build fails. The build runs it. Made anew at each
 * build, so that nothing stays of what was removed.
 */
final class Pack {

  public static void main(String[] arguments) throws IOException {
    Path from = Path.of(arguments[0]);
    Path to = Path.of(arguments[1]);
    if (Files.exists(to)) {
      try (Stream<Path> old = Files.walk(to)) {
        for (Path each : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    try (Stream<Path> folders = Files.walk(from).filter(Files::isDirectory)) {
      for (Path folder : folders.toList()) {
        pack(folder, to.resolve(from.relativize(folder)));
      }
    }
  }

  private static void pack(Path folder, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    List<Path> classes = files.stream().filter(Pack::isClass).toList();
    if (!files.isEmpty()) {
      Files.createDirectories(to);
    }
    for (Path file : files) {
      if (!isClass(file)) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    if (classes.isEmpty()) {
      return;
    }
    TreeMap<Integer, byte[]> types = new TreeMap<>();
    for (Path file : classes) {
      String name = file.getFileName().toString();
      name = name.substring(0, name.length() - ".class".length());
      if (types.put(name.hashCode(), Files.readAllBytes(file)) != null) {
        throw new IOException("another class of the package has the hash code of " + file);
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(types.size());
    int at = Integer.BYTES * (1 + 3 * types.size());
    for (Map.Entry<Integer, byte[]> each : types.entrySet()) {
      out.writeInt(each.getKey());
      out.writeInt(at);
      out.writeInt(each.getValue().length);
      at += each.getValue().length;
    }
    for (byte[] type : types.values()) {
      out.write(type);
    }
    Files.write(to.resolve("classes"), bytes.toByteArray());
  }

  private static boolean isClass(Path file) {
    return file.toString().endsWith(".class");
  }
}
