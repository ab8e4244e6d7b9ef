package dev.snarl.tests.programs;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;

/** Tries to reach into the JDK and the agent as an application might; prints what it gets. */
public final class Encapsulation {
  private static final String[] FOREIGN = {
    "com.google.gson.Gson",
    "io.micrometer.core.instrument.MeterRegistry",
    "io.prometheus.metrics.model.registry.PrometheusRegistry",
    "org.objectweb.asm.ClassReader",
    "org.jspecify.annotations.Nullable",
    "dev.snarl.agent.Agent",
    "dev.snarl.rules.Rule",
    "dev.snarl.rules.PoolDeadlock",
    "dev.snarl.snapshot.Snapshot",
    "dev.snarl.observe.Observer",
  };
  private static final String[] RESOURCES = {
    "com/google/gson/Gson.class",
    "io/micrometer/core/instrument/MeterRegistry.class",
    "org/objectweb/asm/ClassReader.class",
    "dev/snarl/rules/Rule.class",
    "META-INF/services/",
  };

  private Encapsulation() {}

  public static void main(String[] args) throws Exception {
    reflect();
    for (String name : FOREIGN) {
      System.out.println(name + ": " + load(name));
    }
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    for (String name : RESOURCES) {
      System.out.println(name + ": " + loader.getResource(name));
    }
    System.out.println(
        "context loader " + (Thread.currentThread().getContextClassLoader() == loader));
    System.out.println("packages " + List.of(loader.getDefinedPackages()).size());
    Hello.awaitEnd();
  }

  private static void reflect() throws Exception {
    refused("ctl", ThreadPoolExecutor.class.getDeclaredField("ctl"));
    refused("workers", ThreadPoolExecutor.class.getDeclaredField("workers"));
    refused("reject", ThreadPoolExecutor.class.getDeclaredMethod("reject", Runnable.class));
    refused("stack", CompletableFuture.class.getDeclaredField("stack"));
    refused("result", CompletableFuture.class.getDeclaredField("result"));
    refused("runner", FutureTask.class.getDeclaredField("runner"));
    refused("queues", ForkJoinPool.class.getDeclaredField("queues"));
    refused("target", Thread.class.getDeclaredMethod("exit"));
    refused("task", Class.forName("java.util.TimerThread").getDeclaredField("queue"));
    refused(
        "sync", Class.forName("java.util.concurrent.locks.ReentrantLock").getDeclaredField("sync"));
    try {
      MethodHandles.privateLookupIn(CompletableFuture.class, MethodHandles.lookup());
      System.out.println("privateLookupIn allowed");
    } catch (IllegalAccessException e) {
      System.out.println("privateLookupIn " + e.getClass().getName());
    }
  }

  private static void refused(String what, AccessibleObject member) {
    try {
      member.setAccessible(true);
      System.out.println(what + " is open");
    } catch (RuntimeException e) {
      System.out.println(what + " " + e.getClass().getName());
    }
  }

  private static String load(String name) {
    try {
      return "visible from " + Class.forName(name).getClassLoader();
    } catch (ClassNotFoundException e) {
      return "not found";
    }
  }
}
