package dev.snarl.tests.programs;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Loads and links each class that a file names, as far as the class path has what it needs. To list
 * the methods of a class links it, and so verifies its code; nothing is initialized. Behind the
 * class stand a method's name and how its descriptor begins.
 */
public final class LinksClasses {
  private LinksClasses() {}

  public static void main(String[] args) throws Exception {
    Set<Class<?>> linked = new HashSet<>();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] point = line.split(" ", -1);
      try {
        Class<?> type = Class.forName(point[0], false, LinksClasses.class.getClassLoader());
        Method[] methods = type.getDeclaredMethods();
        if (methods.length > 0) {
          linked.add(type);
        }
        int meant = 0;
        for (Method method : methods) {
          meant += method.getName().equals(point[1]) && begins(method, point[2]) ? 1 : 0;
        }
        if (meant > 1) {
          System.out.println("several " + line);
        }
      } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError broken) {
        System.out.println("broken " + line + ": " + broken);
      } catch (ClassNotFoundException | NoClassDefFoundError absent) {
        // Another library, another version, or one of its own is not here.
      }
    }
    System.out.println("linked " + linked.size());
  }

  private static boolean begins(Method method, String descriptor) {
    return !method.isBridge()
        && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString()
            .startsWith(descriptor);
  }
}
