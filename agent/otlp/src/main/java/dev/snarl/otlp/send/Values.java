package dev.snarl.otlp.send;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes of the protocol: text, numbers, booleans, lists and maps of these. */
final class Values {
  private static final int DEEPEST = 16;
  private static final int LONGEST = 4_000;

  private Values() {}

  static KeyValue of(String key, @Nullable Object value) {
    return KeyValue.newBuilder().setKey(key).setValue(any(value, 0)).build();
  }

  private static AnyValue any(@Nullable Object value, int depth) {
    AnyValue.Builder any = AnyValue.newBuilder();
    if (value == null || depth > DEEPEST) {
      return any.build();
    } else if (value instanceof Boolean truth) {
      return any.setBoolValue(truth).build();
    } else if (value instanceof Double || value instanceof Float) {
      return any.setDoubleValue(((Number) value).doubleValue()).build();
    } else if (value instanceof Number number) {
      return any.setIntValue(number.longValue()).build();
    } else if (value instanceof Map<?, ?> map) {
      KeyValueList.Builder list = KeyValueList.newBuilder();
      map.forEach(
          (key, each) ->
              list.addValues(
                  KeyValue.newBuilder()
                      .setKey(String.valueOf(key))
                      .setValue(any(each, depth + 1))));
      return any.setKvlistValue(list).build();
    } else if (value instanceof Iterable<?> items) {
      ArrayValue.Builder array = ArrayValue.newBuilder();
      items.forEach(item -> array.addValues(any(item, depth + 1)));
      return any.setArrayValue(array).build();
    }
    return any.setStringValue(text(value.toString())).build();
  }

  static String text(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + '…' : text;
  }
}
