package dev.snarl.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Where the files of some lines are below the folder in which the command runs, since tools for
 * code review want paths of the repository. A file that is not there, or twice, has the path of its
 * package.
 */
final class SourceFiles {
  private static final Set<String> BUILT = Set.of("target", "build", "out", "node_modules");
  private static final int MOST = 200_000;
  private static final String TWICE = "";

  private final Map<String, String> found = new HashMap<>();

  static SourceFiles below(RunFindings findings) {
    Set<String> wanted = new HashSet<>();
    findings.items().stream()
        .map(RunFindings.Line::of)
        .filter(Objects::nonNull)
        .forEach(line -> wanted.add(packaged(line)));
    SourceFiles sources = new SourceFiles();
    if (!wanted.isEmpty()) {
      sources.look(Path.of(""), wanted);
    }
    return sources;
  }

  private static String packaged(RunFindings.Line line) {
    int dot = line.type().lastIndexOf('.');
    return (dot < 0 ? "" : line.type().substring(0, dot + 1).replace('.', '/')) + line.file();
  }

  /** Relative, with slashes. */
  String uri(RunFindings.Line line) {
    String path = found.getOrDefault(packaged(line), TWICE);
    try {
      String shown = path.equals(TWICE) ? packaged(line) : path;
      return new URI(null, null, shown, null).getRawPath();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }

  private void look(Path root, Set<String> wanted) {
    int[] seen = {0};
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = String.valueOf(folder.getFileName());
              boolean left = BUILT.contains(name) || name.startsWith(".");
              return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String path = file.toString().replace('\\', '/');
              for (String end : wanted) {
                if (path.equals(end) || path.endsWith('/' + end)) {
                  found.merge(end, path, (one, other) -> TWICE);
                }
              }
              return ++seen[0] < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException unreadable) {
      // Then the paths of the packages do.
    }
  }
}
