package dev.snarl.observe.live;

import java.lang.ref.WeakReference;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * A class of a library, held weakly; of no class when its version has none. The observer asks it
 * for the places of fields, once.
 */
public final class LibraryType {
  /** What atomicfu adds to the names of its fields since 1.8, as in kotlinx-coroutines. */
  public static final String ATOMIC = "$volatile";

  private final WeakReference<@Nullable Class<?>> type;

  public LibraryType(@Nullable Class<?> type) {
    this.type = new WeakReference<>(type);
  }

  public static LibraryType of(String name, ClassLoader loader) {
    try {
      return new LibraryType(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return new LibraryType(null);
    }
  }

  public boolean is(@Nullable Object object) {
    Class<?> known = type.get();
    return known != null && known.isInstance(object);
  }

  public boolean same(Class<?> other) {
    return type.refersTo(other);
  }

  /** Offset of an object field. */
  public long field(String name) {
    return field(name, Object.class);
  }

  public long field(String name, Class<?> fieldType) {
    Class<?> known = type.get();
    if (known == null) {
      return -1;
    }
    long offset = SnarlLens.offset(known, name, fieldType);
    return offset >= 0 ? offset : SnarlLens.offset(known, name + ATOMIC, fieldType);
  }
}
