package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The body of {@code /api/host}: an unknown value is null; a missing limit is the word {@code
 * unlimited}. Shares are ratios, times are seconds, sizes are bytes.
 */
final class HostJson {

  private final JsonWriter json;

  HostJson(JsonWriter json) {
    this.json = json;
  }

  void write(Host host) throws IOException {
    json.name("files").beginObject();
    number("open", host.files().open());
    number("limit", host.files().limit());
    json.endObject();
    number("threads", host.threads());
    json.name("threadLimits").beginArray();
    for (Host.ThreadLimit limit : host.threadLimits()) {
      json.beginObject().name("scope").value(limit.scope());
      number("used", limit.used());
      number("limit", limit.limit());
      json.endObject();
    }
    json.endArray();
    cpu(host.cpu());
    cgroup(host.cgroup());
    network(host.network());
    json.name("children").beginObject();
    number("alive", host.children().alive());
    number("ended", host.children().ended());
    number("pipes", host.children().pipes());
    json.name("unread").beginArray();
    for (Host.Unread child : host.children().unread()) {
      json.beginObject().name("pid").value(child.pid()).name("command").value(child.command());
      json.name("seconds").value(child.nanos() / Figures.NANOS).endObject();
    }
    json.endArray();
    json.endObject();
    json.name("connectionPools").beginArray();
    for (ConnectionPool pool : host.connectionPools()) {
      pool(pool);
    }
    json.endArray();
    json.name("connectors").beginArray();
    for (Connector connector : host.connectors()) {
      connector(connector);
    }
    json.endArray();
  }

  private void cpu(Host.Cpu cpu) throws IOException {
    json.name("cpu").beginObject();
    number("process", cpu.process());
    number("machine", cpu.machine());
    number("steal", cpu.steal());
    number("load", cpu.load());
    number("processSeconds", cpu.processSeconds() < 0 ? Double.NaN : cpu.processSeconds());
    json.endObject();
  }

  private void cgroup(Host.Cgroup cgroup) throws IOException {
    json.name("cgroup").beginObject();
    json.name("version").value(cgroup.version());
    json.name("cpu").beginArray();
    for (Host.CpuQuota quota : cgroup.quotas()) {
      json.beginObject().name("group").value(quota.group());
      number("quotaProcessors", quota.processors());
      number("periods", quota.periods());
      number("throttledPeriods", quota.throttled());
      number(
          "throttledSeconds",
          quota.throttledNanos() < 0 ? Double.NaN : quota.throttledNanos() / 1e9);
      json.endObject();
    }
    json.endArray();
    number("memoryUsed", cgroup.memoryUsed());
    number("memoryLimit", cgroup.memoryLimit());
    number("oomKills", cgroup.oomKills());
    json.endObject();
  }

  private void network(Host.Network network) throws IOException {
    json.name("network").beginObject();
    number("listenOverflows", network.listenOverflows());
    number("listenDrops", network.listenDrops());
    number("othersListening", network.othersListening());
    json.name("ownConnectionsOnly").value(network.own());
    json.name("complete").value(network.complete());
    json.name("listeners").beginArray();
    for (Host.Listener listener : network.listeners()) {
      json.beginObject().name("address").value(listener.address());
      json.name("port").value(listener.port());
      json.name("acceptQueue").value(listener.queued());
      json.name("ownConnections").value(listener.own());
      states(listener.states());
      json.endObject();
    }
    json.endArray();
    json.name("peers").beginArray();
    for (Host.Peer peer : network.peers()) {
      json.beginObject().name("peer").value(peer.group());
      states(peer.states());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void states(Map<String, Long> states) throws IOException {
    json.name("states").beginObject();
    for (String state : states.keySet().stream().sorted().toList()) {
      json.name(state).value(states.get(state));
    }
    json.endObject();
  }

  private void pool(ConnectionPool pool) throws IOException {
    json.beginObject().name("name").value(pool.name());
    json.name("library").value(pool.library());
    json.name("site").value(pool.site());
    json.name("size").value(pool.size());
    json.name("active").value(pool.active());
    json.name("idle").value(pool.idle());
    json.name("min").value(pool.min());
    number("max", pool.max() == Integer.MAX_VALUE ? Host.UNLIMITED : pool.max());
    json.name("pending").value(pool.pending());
    json.name("pendingSeconds").value(pool.pendingSeconds());
    json.name("briefly").value(pool.briefly());
    json.name("timeouts").value(pool.timeouts());
    counts("waitingAt", pool.waitingAt());
    counts(
        "heldAt",
        pool.heldAt().stream().map(row -> new SiteCount(row.text(), row.count())).toList());
    json.name("nested").value(pool.nested());
    json.endObject();
  }

  private void counts(String name, List<SiteCount> rows) throws IOException {
    json.name(name).beginArray();
    for (SiteCount row : rows) {
      json.beginObject().name("site").value(row.site()).name("samples").value(row.count());
      json.endObject();
    }
    json.endArray();
  }

  private void connector(Connector connector) throws IOException {
    json.beginObject().name("name").value(connector.name());
    number("port", connector.port());
    number("connections", connector.connections());
    number("maxConnections", connector.maxConnections());
    number("acceptCount", connector.acceptCount());
    number("busyThreads", connector.busy());
    number("threads", connector.threads());
    number("maxThreads", connector.maxThreads());
    json.endObject();
  }

  private void number(String name, long value) throws IOException {
    json.name(name);
    if (value == Host.UNLIMITED) {
      json.value("unlimited");
    } else {
      json.value(value < 0 ? null : (Number) value);
    }
  }

  private void number(String name, double value) throws IOException {
    json.name(name);
    json.value(Double.isNaN(value) ? null : (Number) (Math.round(value * 1e4) / 1e4));
  }
}
