package dev.snarl.nginx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.snarl.nginx.ErrorLog.Complaint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NginxFilesTest {
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 3, 5);
  private static final Duration RECENT = Duration.ofMinutes(10);

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text, StandardCharsets.ISO_8859_1);
  }

  /** Lines as nginx 1.22 writes them. */
  @Test
  void aLogTellsWhichLimitWasReachedAndWhen() throws IOException {
    ErrorLog log =
        ErrorLog.read(
            file(
                "error.log",
                """
                2026/11/21 02:40:00 [crit] 31#31: accept4() failed (24: Too many open files)
                2026/11/21 03:00:01 [alert] 31#31: *9 768 worker_connections are not enough while connecting to upstream, client: 127.0.0.1, server: , request: "GET / HTTP/1.1"
                2026/11/21 03:00:02 [alert] 31#31: 768 worker_connections are not enough
                2026/11/21 03:00:03 [error] 31#31: *4 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 127.0.0.1
                """));
    assertThat(log.count(Complaint.CONNECTIONS)).isEqualTo(2);
    assertThat(log.connections()).isEqualTo(768);
    assertThat(log.fresh(Complaint.CONNECTIONS, NOW, RECENT)).isTrue();
    assertThat(log.count(Complaint.FILES)).isEqualTo(1);
    assertThat(log.fresh(Complaint.FILES, NOW, RECENT)).isFalse();
    assertThat(log.count(Complaint.UPSTREAM_SLOW)).isEqualTo(1);
    assertThat(log.lines()).isEqualTo(4);
  }

  @Test
  void aClientCannotPutWordsIntoTheLogsMouth() throws IOException {
    ErrorLog log =
        ErrorLog.read(
            file(
                "error.log",
                "2026/11/21 03:00:01 [error] 31#31: *9 open() \"/x\" failed, client: 1.2.3.4,"
                    + " request: \"GET /768 worker_connections are not enough HTTP/1.1\"\n"
                    + "768 worker_connections are not enough\n"));
    assertThat(log.count(Complaint.CONNECTIONS)).isZero();
  }

  @Test
  void binaryRubbishAndEndlessLinesAreReadPast() throws IOException {
    byte[] rubbish = new byte[3 << 20];
    new Random(1).nextBytes(rubbish);
    Path file = folder.resolve("error.log");
    Files.write(file, rubbish);
    Files.writeString(
        file,
        "\n"
            + "x".repeat(5 << 20)
            + "\n2026/11/21 03:00:02 [alert] 31#31: 768 worker_connections are not enough",
        java.nio.file.StandardOpenOption.APPEND);
    assertThat(ErrorLog.read(file).count(Complaint.CONNECTIONS)).isEqualTo(1);
  }

  @Test
  void whatIsNoFileIsSaid() {
    assertThatThrownBy(() -> ErrorLog.read(folder.resolve("none"))).hasMessage("there is none");
    assertThatThrownBy(() -> Configuration.read(folder)).hasMessage("it is not a regular file");
  }

  @Test
  void limitsAreFoundWithTheFilesThatAreIncluded() throws IOException {
    file("conf.d/events.conf", "events { worker_connections  768; # 4096;\n }");
    file("conf.d/other.txt", "worker_connections 5;");
    Path conf =
        file(
            "nginx.conf",
            """
            user www-data; worker_processes auto;
            worker_rlimit_nofile 500; error_log /var/log/nginx/error.log notice;
            # worker_connections 9;
            include conf.d/*.conf;
            http { log_format a '{ worker_connections 3; } "$request"'; include gone.conf; }
            """);
    Configuration read = Configuration.read(conf);
    assertThat(read.workers()).isZero();
    assertThat(read.connections()).isEqualTo(768);
    assertThat(read.files()).isEqualTo(500);
    assertThat(read.warns()).isTrue();
    assertThat(read.proxied(2)).isEqualTo(768);
    assertThat(read.unread()).singleElement().asString().endsWith("gone.conf");
  }

  @Test
  void whatIsNotSaidIsNginxsDefault() throws IOException {
    Configuration read = Configuration.read(file("nginx.conf", "events {}\n"));
    assertThat(read).isEqualTo(new Configuration(1, 512, -1, false, List.of()));
  }

  @Test
  void aConfigurationThatIncludesItselfEnds() throws IOException {
    Path conf = file("nginx.conf", "include nginx.conf; include *.conf; worker_processes 3;");
    assertThat(Configuration.read(conf).workers()).isEqualTo(3);
  }

  @Test
  void rubbishIsNoConfiguration() throws IOException {
    byte[] rubbish = new byte[2 << 20];
    new Random(2).nextBytes(rubbish);
    Path conf = Files.write(folder.resolve("nginx.conf"), rubbish);
    assertThat(Configuration.read(conf).connections()).isEqualTo(512);
    assertThat(
            Configuration.read(file("a.conf", "worker_connections 99999999999999; \""))
                .connections())
        .isEqualTo(512);
  }
}
