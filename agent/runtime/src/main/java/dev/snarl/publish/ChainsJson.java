package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainTree.Frame;
import dev.snarl.chains.ChainWindows;
import dev.snarl.chains.ChainWindows.Window;
import dev.snarl.chains.End;
import dev.snarl.chains.Link;
import dev.snarl.chains.LinkJson;
import java.io.IOException;
import java.util.Map;

/** The chains of a window as a tree, whose frames are nested as flame graphs take them. */
record ChainsJson(ChainTree tree, Window window) {

  /** Of the window of this many seconds; of five minutes if there is none. */
  static ChainsJson of(ChainWindows chains, long seconds) {
    Window wanted = Window.FIVE;
    for (Window window : Window.values()) {
      wanted = window.seconds() == seconds ? window : wanted;
    }
    return new ChainsJson(chains.of(wanted), wanted);
  }

  void write(JsonWriter json) throws IOException {
    json.name("windowSeconds").value(window.seconds());
    json.name("observedSeconds").value(tree.observedSeconds());
    double explained = tree.explained();
    json.name("explainedRatio");
    if (Double.isNaN(explained)) {
      json.nullValue();
    } else {
      json.value(explained);
    }
    json.name("threadSeconds").value(tree.root().seconds());
    ends(json.name("threadSecondsByEnd"), tree.ends());
    json.name("unexplainedEnds").beginArray();
    for (End end : End.values()) {
      if (!end.explained()) {
        json.value(end.label());
      }
    }
    json.endArray();
    children(json, tree.root());
  }

  private static void ends(JsonWriter json, Map<End, Double> ends) throws IOException {
    json.beginObject();
    for (Map.Entry<End, Double> end : ends.entrySet()) {
      json.name(end.getKey().label()).value(end.getValue());
    }
    json.endObject();
  }

  private static void children(JsonWriter json, Frame frame) throws IOException {
    json.name("items").beginArray();
    for (Map.Entry<Link, Frame> entry : frame.children().entrySet()) {
      Frame child = entry.getValue();
      json.beginObject();
      LinkJson.write(json, entry.getKey());
      json.name("threadSeconds").value(child.seconds());
      ends(json.name("ends"), child.ends());
      children(json, child);
      json.endObject();
    }
    json.endArray();
  }
}
