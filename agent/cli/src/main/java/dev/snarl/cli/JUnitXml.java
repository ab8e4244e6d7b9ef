package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.rules.Severity;
import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Findings as the results of one suite of tests: those that fail the command have failed. */
final class JUnitXml {
  private JUnitXml() {}

  static String of(RunFindings findings, FailOn failOn) throws Failure {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      write(xml, findings, failOn.severity());
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text.append('\n').toString();
  }

  private static void write(XMLStreamWriter xml, RunFindings findings, @Nullable Severity from)
      throws XMLStreamException {
    int tests = findings.items().size();
    long failures = findings.items().stream().filter(item -> fails(item, from)).count();
    xml.writeStartElement("testsuite");
    attributes(xml, "name", "snarl", "time", "0", "tests", String.valueOf(Math.max(1, tests)));
    attributes(xml, "errors", "0", "skipped", "0", "failures", String.valueOf(failures));
    for (JsonObject item : findings.items()) {
      xml.writeStartElement("testcase");
      RunFindings.Line line = RunFindings.Line.of(item);
      String rule = Json.text(item, "rule");
      attributes(xml, "name", rule + " at " + Json.text(item, "site"));
      attributes(xml, "classname", line == null ? "snarl" : line.type(), "time", "0");
      xml.writeStartElement(fails(item, from) ? "failure" : "system-out");
      if (fails(item, from)) {
        attributes(xml, "message", legal(Json.text(item, "title")), "type", rule);
      }
      xml.writeCharacters(legal(RunFindings.text(item)));
      xml.writeEndElement();
      xml.writeEndElement();
    }
    if (tests == 0) {
      xml.writeEmptyElement("testcase");
      attributes(xml, "name", "no findings", "classname", "snarl", "time", "0");
    }
    xml.writeEndElement();
  }

  private static boolean fails(JsonObject item, @Nullable Severity from) {
    return from != null && RunFindings.severity(item).compareTo(from) >= 0;
  }

  private static void attributes(XMLStreamWriter xml, String... namesAndValues)
      throws XMLStreamException {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      xml.writeAttribute(namesAndValues[i], legal(namesAndValues[i + 1]));
    }
  }

  /** XML 1.0 has no way to write the other characters. */
  private static String legal(String text) {
    return text.replaceAll(
        "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?");
  }
}
