import hex.CreateFrame;
import hex.tree.gbm.GBM;
import hex.tree.gbm.GBMModel;
import hex.tree.gbm.GBMModel.GBMParameters;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import water.H2OStarter;
import water.fvec.Frame;

/** An H2O node that trains models for some seconds and is then idle until it is ended: SECONDS, then H2O's own arguments. */
public class H2oLoad {
  public static void main(String[] args) throws Exception {
    H2OStarter.start(Arrays.copyOfRange(args, 1, args.length), true);
    System.out.println("the node is up");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    CreateFrame create = new CreateFrame();
    create.rows = 20_000;
    create.cols = 20;
    create.has_response = true;
    create.response_factors = 1;
    Frame frame = create.execImpl().get();
    int models = 0;
    do {
      GBMParameters parameters = new GBMParameters();
      parameters._train = frame._key;
      parameters._response_column = "response";
      parameters._ntrees = 10;
      GBMModel model = new GBM(parameters).trainModel().get();
      model.delete();
      models++;
    } while (System.nanoTime() < end);
    System.out.println("loaded: " + models + " models, 0 failed");
    Thread.currentThread().join();
  }
}
