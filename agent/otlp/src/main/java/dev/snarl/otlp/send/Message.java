package dev.snarl.otlp.send;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/**
 * The body of a request, as it waits in memory.
 *
 * @param items data points or log records in it
 */
record Message(ByteString body, int items) {

  static Message of(MessageLite request, int items, boolean gzip) {
    if (!gzip) {
      return new Message(request.toByteString(), items);
    }
    ByteString.Output body = ByteString.newOutput();
    try (OutputStream packed = new GZIPOutputStream(body)) {
      request.writeTo(packed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Message(body.toByteString(), items);
  }
}
