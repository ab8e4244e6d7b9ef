package dev.snarl.observe.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.LibraryUse.ClientSite;
import dev.snarl.stacks.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many clients were built. */
class ClientsBuiltTest {
  private final Sites sites = new Sites(new Frames(List.of("dev.snarl."), List.of()));
  private final ClientsBuilt clients = new ClientsBuilt();

  private long built() {
    return clients.records().stream().mapToLong(ClientSite::built).sum();
  }

  @Test
  void aClientWhoseConstructorsCallEachOtherIsOne() {
    Object client = new Object();
    clients.built(client, null, sites);
    clients.built(client, null, sites);
    assertThat(built()).isEqualTo(1);
    clients.built(new Object(), null, sites);
    assertThat(built()).isEqualTo(2);
  }

  @Test
  void clientsThatShareAPoolAreOne() {
    Object pool = new Object();
    clients.built(new Object(), pool, sites);
    clients.built(new Object(), pool, sites);
    assertThat(built()).isEqualTo(1);
  }
}
