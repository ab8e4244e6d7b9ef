import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Random;

/**
 * An agent that redefines one class, which it leaves as it is: what the JVM itself makes of any agent that redefines
 * something. The first time, it throws away all compiled code, unless an agent that may redefine was there at its start
 * (https://github.com/openjdk/jdk/blob/jdk-17+35/src/hotspot/share/prims/jvmtiRedefineClasses.cpp).
 */
public class OneClass {
  public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              Module module, ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            return bytes;
          }
        },
        true);
    instrumentation.retransformClasses(Random.class);
  }
}
