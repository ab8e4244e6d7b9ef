package dev.snarl.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry.Format;
import dev.snarl.publish.Sample;
import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LazyMetersTest {
  private static final String METER = "jvm_memory_used_bytes";

  /** Loads all that the tests can load a second time, and remembers what. */
  private static final class Watched extends URLClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    private Watched() throws MalformedURLException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() throws MalformedURLException {
      List<URL> all = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        all.add(Path.of(entry).toUri().toURL());
      }
      return all.toArray(new URL[0]);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> found = super.findClass(name);
      loaded.add(name);
      return found;
    }

    /** One of this loader's own kind. */
    private Object registry() throws ReflectiveOperationException {
      return loadClass(MetricsRegistry.class.getName())
          .getConstructor(String.class, Supplier.class)
          .newInstance("runner", (Supplier<Map<Thread.State, Integer>>) Map::of);
    }

    private boolean hasMicrometer() {
      return loaded.stream()
          .anyMatch(name -> name.startsWith("io.micrometer.") || name.startsWith("io.prometheus."));
    }
  }

  /** By a handle: reflection would load the classes in the signatures of all methods. */
  private static void call(Object registry, String method) throws Throwable {
    MethodHandles.publicLookup()
        .findVirtual(registry.getClass(), method, MethodType.methodType(void.class))
        .invoke(registry);
  }

  private static String page(MetricsRegistry metrics) {
    byte[] page = metrics.scrape(Sample.snapshot(), List.of(), Format.PROMETHEUS);
    return new String(page, StandardCharsets.UTF_8);
  }

  private static List<Reading> read(MetricsRegistry metrics) {
    return metrics.read(Sample.snapshot(), List.of(), Set.of(METER));
  }

  @Test
  void aRegistryThatNobodyAskedHasLoadedNothingOfMicrometer() throws Throwable {
    try (Watched loader = new Watched()) {
      Object registry = loader.registry();
      assertThat(loader.loaded).contains(MetricsRegistry.class.getName());
      assertThat(loader.hasMicrometer()).as("%s", loader.loaded).isFalse();
      call(registry, "prepare");
      assertThat(loader.hasMicrometer()).as("%s", loader.loaded).isTrue();
      call(registry, "close");
    }
  }

  @Test
  void closingWhatNobodyAskedLoadsNothingOfMicrometer() throws Throwable {
    try (Watched loader = new Watched()) {
      Object registry = loader.registry();
      call(registry, "close");
      call(registry, "prepare");
      assertThat(loader.hasMicrometer()).as("%s", loader.loaded).isFalse();
    }
  }

  @Test
  void whoeverAsksFirstMakesTheMeters() {
    try (MetricsRegistry scraped = new MetricsRegistry("runner", Map::of);
        MetricsRegistry read = new MetricsRegistry("runner", Map::of);
        MetricsRegistry asked = new MetricsRegistry("runner", Map::of)) {
      assertThat(List.of(scraped, read, asked)).noneMatch(MetricsRegistry::prepared);
      assertThat(page(scraped)).contains(METER);
      assertThat(read(read)).isNotEmpty();
      assertThat(asked.missing()).isEmpty();
      assertThat(List.of(scraped, read, asked)).allMatch(MetricsRegistry::prepared);
    }
  }

  @Test
  void whatIsPreparedTwiceIsScrapedLikeAnyOther() {
    try (MetricsRegistry metrics = new MetricsRegistry("runner", Map::of)) {
      metrics.prepare();
      metrics.prepare();
      assertThat(metrics.prepared()).isTrue();
      assertThat(page(metrics)).contains(METER);
    }
  }

  @Test
  void aClosedRegistryMakesNothingNew() {
    for (boolean before : List.of(false, true)) {
      MetricsRegistry metrics = new MetricsRegistry("runner", Map::of);
      if (before) {
        metrics.prepare();
      }
      metrics.close();
      metrics.close();
      metrics.prepare();
      assertThat(page(metrics)).isEmpty();
      assertThat(read(metrics)).isEmpty();
      assertThat(metrics.missing()).isEmpty();
      assertThat(metrics.prepared()).isFalse();
    }
  }

  @Test
  void scrapesBesideAnEndGetAWholePageOrNone() throws InterruptedException, ExecutionException {
    ExecutorService scrapers = Executors.newFixedThreadPool(3);
    try {
      for (int round = 0; round < 20; round++) {
        MetricsRegistry metrics = new MetricsRegistry("runner", Map::of);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<String>> pages = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          pages.add(
              scrapers.submit(
                  () -> {
                    go.await();
                    return page(metrics);
                  }));
        }
        go.countDown();
        if (round % 2 == 0) {
          metrics.prepare();
        }
        metrics.close();
        for (Future<String> page : pages) {
          assertThat(page.get()).matches(text -> text.isEmpty() || text.contains(METER));
        }
        assertThat(metrics.prepared()).isFalse();
      }
    } finally {
      scrapers.shutdownNow();
    }
  }
}
