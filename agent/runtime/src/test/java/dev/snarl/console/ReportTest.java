package dev.snarl.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A report, and a redacted one. */
class ReportTest {
  private static final String ANSWERS =
      """
      {"findings": {"application": "billing", "items": [
         {"rule": "async-blocking-pair", "severity": "warning", "application": "billing",
          "site": "com.acme.pay.Charge.run(Charge.java:42)", "id": "0123456789abcdef",
          "title": "GET /premium/{id}: 2 threads held for 1 job: acme-http-3 waits in get() for Acme-Worker-12, which is blocked in Process.waitFor()",
          "remedy": "Return the future instead of calling get() at com.acme.pay.Charge.run(Charge.java:42)",
          "evidence": {"waiterPool": "acme-http-#", "workerPool": "Acme-Worker-#",
             "workerSite": "com.acme.pay.Charge.lambda$run$0(Charge.java:31)",
             "workerBlockedIn": "java.lang.Process.waitFor",
             "route": "GET /premium/{id}", "traceIds": ["4bf92f3577b34da6a3ce929d0e0e4736"],
             "file": "/srv/acme/ledger.db", "peer": "10.1.2.3:5432"}}]},
       "executors": {"items": [{"id": 1, "name": "acme-http-#", "site": "com.acme.Main.main(Main.java:7)",
          "type": "com.acme.AcmePool", "queueType": "java.util.concurrent.LinkedBlockingQueue"}]},
       "dump": {"heap": {"sentence": "9 tasks wait in Ledger.open, an AcmeQueue that nobody drains",
          "containers": [{"place": "Ledger.open → Ledger$Book.pages", "class": "com.acme.AcmeQueue",
             "elements": [{"class": "com.acme.pay.Charge", "count": 9}]}]},
          "lost": {"groups": [{"threads": ["acme-http-7"], "waitsFor": "a CountDownLatch that stands at 1",
             "type": "java.util.concurrent.CountDownLatch"}]}},
       "history": {"starts": {"com.acme.pay.Charge.run(Charge.java:42)": [1, 2]}},
       "chains?seconds=60": {"items": [
          {"frame": "acme-lone-# in Process.waitFor() at com.acme.Only.once(Only.java:9)",
             "threadGroup": "acme-lone-#", "call": "Process.waitFor()", "site": "com.acme.Only.once(Only.java:9)", "items": [
             {"frame": "queue of Acme in the queue", "pool": "Acme in the queue", "items": []},
             {"frame": "peer 10.1.2.3:5432", "peer": "10.1.2.3:5432", "items": []}]}]},
       "tangle": {"items": [{"next": "com.acme.pay.Charge.run(Charge.java:42)|acme-http-#",
          "threads": ["acme-http-1", "</script><script>alert(1)</script>"]}]}}
      """;

  private static JsonObject answers() {
    return JsonParser.parseString(ANSWERS).getAsJsonObject();
  }

  @Test
  void aReportIsOneFileThatAsksNobody() {
    String html = Report.of(answers()).html();
    assertThat(html)
        .doesNotContainPattern("(src|href)=\"")
        .doesNotContain("@import", "url(")
        .contains("snarl/main.js", "snarl/preact.js", "snarl/graph.js");
  }

  @Test
  void noNameEndsTheBlockThatHoldsIt() {
    String html = Report.of(answers()).html();
    assertThat(html).doesNotContain("alert(1)</script>");
    Matcher block = Pattern.compile("id=\"report\">([^<]*)</script>").matcher(html);
    assertThat(block.find()).isTrue();
    assertThat(JsonParser.parseString(block.group(1))).isEqualTo(answers());
  }

  @Test
  void everyScriptInItIsNamedByThePolicy() {
    Report report = Report.of(answers());
    int inline = report.html().split("<script>", -1).length - 1;
    assertThat(inline).isEqualTo(5);
    assertThat(report.policy().split("'sha256-", -1)).hasSize(1 + inline + 2 + 1);
    assertThat(report.policy()).doesNotContain("unsafe");
  }

  @Test
  void aRedactedReportHoldsNoNameOfTheApplication() {
    String redacted = Redaction.of(answers()).toString();
    assertThat(redacted)
        .doesNotContainIgnoringCase("acme")
        .doesNotContain(
            "Charge",
            "premium",
            "4bf92f35",
            "billing",
            "Main",
            "ledger",
            "Ledger",
            "10.1.2.3",
            "AcmePool",
            "Only",
            "lone");
  }

  @Test
  void anApplicationCalledAsItsMainClassHidesNeitherItsPackageNorItsSite() {
    JsonObject answers =
        JsonParser.parseString(
                """
                {"findings": {"application": "Billing", "items": [
                   {"site": "com.acme.Billing.main(Billing.java:7)",
                    "title": "Billing waits at com.acme.Billing.main(Billing.java:7)"}]}}
                """)
            .getAsJsonObject();
    assertThat(Redaction.of(answers).toString())
        .doesNotContain("acme", "Billing")
        .containsPattern("class-\\w+[.]method-\\w+\\(file-\\w+[.]java:7\\)");
  }

  @Test
  void whatAKnownLibraryIsCalledStaysButNotThePagesThatItCompiles() {
    JsonObject answers =
        JsonParser.parseString(
                """
                {"findings": {"items": [
                   {"site": "org.apache.jsp.orders_jsp._jspService(orders_jsp.java:7)",
                    "title": "blocked in com.zaxxer.hikari.pool.HikariPool.getConnection at \
                      org.infinispan.cache.impl.CacheImpl.put(CacheImpl.java:9)"}]}}
                """)
            .getAsJsonObject();
    assertThat(Redaction.of(answers).toString())
        .doesNotContain("orders")
        .contains(
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "org.infinispan.cache.impl.CacheImpl.put(CacheImpl.java:9)");
  }

  @Test
  void whatTheJdkIsCalledAndWhatWeSayStays() {
    assertThat(Redaction.of(answers()).toString())
        .contains(
            "java.lang.Process.waitFor",
            "Process.waitFor()",
            "queue of name-",
            "peer name-",
            "java.util.concurrent.LinkedBlockingQueue",
            "async-blocking-pair",
            "2 threads held for 1 job",
            "0123456789abcdef",
            ".java:42)");
  }

  @Test
  void oneNameHasOnePseudonymWhereverItStands() {
    JsonObject redacted = Redaction.of(answers());
    JsonObject finding = first(redacted.getAsJsonObject("findings"));
    String pool = first(redacted.getAsJsonObject("executors")).get("name").getAsString();
    JsonObject evidence = finding.getAsJsonObject("evidence");
    assertThat(evidence.get("waiterPool").getAsString()).isEqualTo(pool);
    assertThat(finding.get("title").getAsString()).contains(pool);
    String site = finding.get("site").getAsString();
    assertThat(redacted.getAsJsonObject("history").getAsJsonObject("starts").keySet())
        .containsExactly(site);
    assertThat(first(redacted.getAsJsonObject("tangle")).get("next").getAsString())
        .isEqualTo(site + "|" + pool);
    assertThat(Redaction.of(answers())).isEqualTo(redacted);
  }

  private static JsonObject first(JsonObject answer) {
    JsonArray items = answer.getAsJsonArray("items");
    return items.get(0).getAsJsonObject();
  }
}
