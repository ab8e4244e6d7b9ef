/*
 * claim: objects of a Commons pool that are borrowed and not returned; others wait for one
 * libraries: org.apache.commons:commons-pool2:2.13.1
 * expect: connection-pool-exhausted warning at WAITS
 * seconds: 24
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

public class ObjectsNotReturned {
  static class Parsers extends BasePooledObjectFactory<StringBuilder> {
    @Override
    public StringBuilder create() {
      return new StringBuilder();
    }

    @Override
    public PooledObject<StringBuilder> wrap(StringBuilder parser) {
      return new DefaultPooledObject<>(parser);
    }
  }

  static final GenericObjectPool<StringBuilder> parsers = new GenericObjectPool<>(new Parsers());

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(12);
    for (int i = 0; i < 12; i++) {
      requests.submit(ObjectsNotReturned::parse);
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static Object parse() throws Exception {
    return parsers.borrowObject().append("row"); // <WAITS>
  }
}
