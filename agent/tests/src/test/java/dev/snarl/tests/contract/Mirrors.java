package dev.snarl.tests.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that reflection says of the JDK's concurrent classes, a line for each class. */
final class Mirrors implements Checks.Group {
  private static final List<String> OTHERS =
      List.of(
          "java.lang.Thread",
          "java.lang.Thread$State",
          "java.lang.ThreadLocal",
          "java.lang.ThreadGroup",
          "java.lang.InheritableThreadLocal",
          "java.util.Timer",
          "java.util.TimerThread",
          "sun.nio.ch.NioSocketImpl");

  @Override
  public void run(Checks checks) throws IOException {
    for (String name : names()) {
      checks.that(name, () -> said(Class.forName(name, false, null)));
    }
    checks.that("packages", Mirrors::packages);
    checks.that("resources", Mirrors::resources);
    checks.that("method handles", Mirrors::handles);
    checks.that("reflective calls", Mirrors::calls);
    checks.that("closed", Mirrors::closed);
  }

  /** As the JDK's image lists them, so that nothing which was added later is asked for. */
  private static List<String> names() throws IOException {
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    List<String> names = new ArrayList<>(OTHERS);
    try (Stream<Path> files = Files.walk(image.getPath("modules/java.base/java/util/concurrent"))) {
      files
          .map(file -> image.getPath("modules/java.base").relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .forEach(names::add);
    }
    return names;
  }

  private static Object said(Class<?> type) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        Modifier.toString(type.getModifiers())
            + " "
            + type.toGenericString()
            + " "
            + type.getGenericSuperclass()
            + " "
            + Arrays.toString(type.getGenericInterfaces())
            + " "
            + type.getEnclosingMethod()
            + " "
            + type.getEnclosingClass()
            + " "
            + type.getNestHost()
            + " "
            + Arrays.toString(type.getNestMembers())
            + " "
            + type.isSynthetic()
            + type.isHidden()
            + type.isSealed()
            + type.isRecord()
            + " "
            + type.getProtectionDomain().getCodeSource()
            + " "
            + type.getClassLoader()
            + " "
            + type.getModule()
            + " "
            + Arrays.toString(type.getSigners())
            + " "
            + annotations(type));
    List<String> members = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      members.add(field.toGenericString() + field.getModifiers() + annotations(field));
    }
    for (Method method : type.getDeclaredMethods()) {
      members.add(method.getGenericReturnType() + executable(method));
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      members.add(executable(constructor));
    }
    for (Class<?> inner : type.getDeclaredClasses()) {
      members.add(inner.getName());
    }
    Collections.sort(members);
    lines.addAll(members);
    if (Serializable.class.isAssignableFrom(type)) {
      ObjectStreamClass form = ObjectStreamClass.lookupAny(type);
      lines.add(form.getSerialVersionUID() + " " + Arrays.toString(form.getFields()));
    }
    lines.add("file " + bytes(type));
    return Said.digest(lines);
  }

  private static String executable(Executable executable) {
    return executable.toGenericString()
        + executable.getModifiers()
        + executable.isSynthetic()
        + executable.isVarArgs()
        + Arrays.stream(executable.getParameters())
            .map(Parameter::toString)
            .collect(Collectors.joining(","))
        + annotations(executable);
  }

  /** Sorted: their members come in the order in which the JVM happens to keep methods. */
  private static String annotations(AnnotatedElement element) {
    String[] words = Arrays.toString(element.getDeclaredAnnotations()).split("[(), ]+");
    Arrays.sort(words);
    return String.join(" ", words);
  }

  private static int bytes(Class<?> type) throws IOException {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? -1 : Arrays.hashCode(in.readAllBytes());
    }
  }

  private static Object packages() {
    Package concurrent = FutureTask.class.getPackage();
    Module base = Object.class.getModule();
    return concurrent
        + " "
        + concurrent.isSealed()
        + " "
        + Arrays.toString(concurrent.getAnnotations())
        + " "
        + base.isOpen("java.util.concurrent", Mirrors.class.getModule())
        + " "
        + base.isOpen("java.lang", Mirrors.class.getModule())
        + " "
        + base.isExported("jdk.internal.misc", Mirrors.class.getModule())
        + " "
        + base.getDescriptor().opens()
        + " "
        + ModuleLayer.boot().modules().stream().map(Module::getName).sorted().toList();
  }

  private static Object resources() throws IOException {
    List<String> seen = new ArrayList<>();
    for (String name :
        List.of("FutureTask.class", "CompletableFuture$AsyncSupply.class", "Missing.class")) {
      seen.add(String.valueOf(FutureTask.class.getResource(name)));
    }
    for (URL url :
        Collections.list(
            ClassLoader.getSystemClassLoader().getResources("java/lang/Thread.class"))) {
      seen.add(url.toString());
    }
    seen.add(
        String.valueOf(Mirrors.class.getResource("Mirrors.class") != null)
            + Mirrors.class.getClassLoader().getName());
    return seen;
  }

  private static Object handles() throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    CompletableFuture<Object> future = new CompletableFuture<>();
    boolean completed =
        (boolean)
            lookup
                .findVirtual(
                    CompletableFuture.class,
                    "complete",
                    MethodType.methodType(boolean.class, Object.class))
                .invoke(future, (Object) "value");
    Object got =
        lookup
            .findVirtual(CompletableFuture.class, "get", MethodType.methodType(Object.class))
            .invoke(future);
    String refused =
        Said.failure(
            () -> MethodHandles.privateLookupIn(CompletableFuture.class, MethodHandles.lookup()));
    return completed
        + " "
        + got
        + " "
        + refused
        + " "
        + lookup.revealDirect(
            lookup.findVirtual(
                ForkJoinPool.class, "getParallelism", MethodType.methodType(int.class)));
  }

  private static Object calls() throws Exception {
    FutureTask<String> task =
        new FutureTask<>(
            () -> {
              throw new IllegalStateException("reflected");
            });
    FutureTask.class.getMethod("run").invoke(task);
    return Said.failure(task::get)
        + " "
        + Said.failure(() -> FutureTask.class.getMethod("get").invoke(task))
        + " "
        + FutureTask.class.getDeclaredConstructors().length;
  }

  private static Object closed() throws Exception {
    List<String> seen = new ArrayList<>();
    seen.add(refused(ThreadPoolExecutor.class.getDeclaredField("ctl")));
    seen.add(refused(Thread.class.getDeclaredMethod("exit")));
    seen.add(refused(CompletableFuture.class.getDeclaredField("result")));
    return seen;
  }

  private static String refused(java.lang.reflect.AccessibleObject member) {
    return Said.failure(
        () -> {
          member.setAccessible(true);
          return "open";
        });
  }
}
