package dev.snarl.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The four numbers of threads that the JVM counts by itself, under Micrometer's names. Micrometer's
 * own binder would also take a snapshot of each thread, which may crash the JVM
 * (https://bugs.openjdk.org/browse/JDK-8392031); it is not in the jar.
 */
final class ThreadCounts implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Gauge.builder("jvm.threads.peak", bean, ThreadMXBean::getPeakThreadCount)
        .description("Most live threads so far")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    Gauge.builder("jvm.threads.daemon", bean, ThreadMXBean::getDaemonThreadCount)
        .description("Live daemon threads")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    Gauge.builder("jvm.threads.live", bean, ThreadMXBean::getThreadCount)
        .description("Live threads")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
    FunctionCounter.builder("jvm.threads.started", bean, ThreadMXBean::getTotalStartedThreadCount)
        .description("Threads started")
        .baseUnit(BaseUnits.THREADS)
        .register(registry);
  }
}
