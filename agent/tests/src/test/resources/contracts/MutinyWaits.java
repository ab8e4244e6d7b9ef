import io.smallrye.mutiny.Uni;

class MutinyWaits {
  public static void main(String[] args) throws Exception {
    Waits.check("uni", source -> Uni.createFrom().completionStage(source).await().indefinitely());
    Waits.check("optional", source -> Uni.createFrom().completionStage(source).await().asOptional().indefinitely());
  }
}
