package dev.snarl.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads and links each class that a file names, as far as the class path has what it needs. To list
 * the methods of a class links it, and so verifies its code; nothing is initialized.
 */
public final class LinksClasses {
  private LinksClasses() {}

  public static void main(String[] args) throws Exception {
    int linked = 0;
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      try {
        linked +=
            Class.forName(name, false, LinksClasses.class.getClassLoader())
                        .getDeclaredMethods()
                        .length
                    == 0
                ? 0
                : 1;
      } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError broken) {
        System.out.println("broken " + name + ": " + broken);
      } catch (ClassNotFoundException | NoClassDefFoundError absent) {
        // Another library, another version, or one of its own is not here.
      }
    }
    System.out.println("linked " + linked);
  }
}
