package dev.snarl.heap.hprof;

import java.util.ArrayList;
import java.util.List;

/**
 * What a dump says of one class.
 *
 * @param superId 0 for {@code java.lang.Object} and for interfaces
 * @param loaderId 0 for the boot loader
 * @param statics their values too
 * @param fields those that the class itself declares, in the order of the instances' bytes
 */
public record ClassDump(
    long id,
    long superId,
    long loaderId,
    int instanceSize,
    List<Static> statics,
    List<Field> fields) {

  /** One static field; {@code value} holds its bits. */
  public record Static(long nameId, int type, long value) {}

  /** One instance field. */
  public record Field(long nameId, int type) {}

  static ClassDump read(Input in) {
    long id = in.id();
    in.skip(4);
    long superId = in.id();
    long loaderId = in.id();
    in.skip(4L * in.idSize());
    int instanceSize = in.i4();
    for (int i = in.u2(); i > 0; i--) {
      in.skip(2);
      in.value(in.u1());
    }
    List<Static> statics = new ArrayList<>();
    for (int i = in.u2(); i > 0; i--) {
      long name = in.id();
      int type = in.u1();
      statics.add(new Static(name, type, in.value(type)));
    }
    List<Field> fields = new ArrayList<>();
    for (int i = in.u2(); i > 0; i--) {
      long name = in.id();
      int type = in.u1();
      Type.size(type, in.idSize());
      fields.add(new Field(name, type));
    }
    return new ClassDump(id, superId, loaderId, instanceSize, statics, fields);
  }
}
