/*
 * claim: requests over RocketMQ's remoting, one by one: each waits for the answer
 * libraries: org.apache.rocketmq:rocketmq-remoting:5.5.0 org.slf4j:slf4j-nop:2.0.17
 * expect: submit-and-wait warning at SEND
 * jdk: 17..21
 * seconds: 14
 */
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.Executors;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyRemotingClient;
import org.apache.rocketmq.remoting.netty.NettyRemotingServer;
import org.apache.rocketmq.remoting.netty.NettyRequestProcessor;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

public class SubmitRemotingRequests {
  static final int ORDER = 7;

  public static void main(String[] args) throws Exception {
    NettyServerConfig config = new NettyServerConfig();
    config.setListenPort(0);
    NettyRemotingServer server = new NettyRemotingServer(config);
    server.registerProcessor(ORDER, new Broker(), Executors.newFixedThreadPool(2));
    server.start();
    NettyRemotingClient client = new NettyRemotingClient(new NettyClientConfig());
    client.start();
    String address = "127.0.0.1:" + server.localListenPort();
    for (int i = 0; i < 200; i++) {
      RemotingCommand order = RemotingCommand.createRequestCommand(ORDER, null);
      client.invokeSync(address, order, 60_000); // <SEND>
    }
    client.shutdown();
    server.shutdown();
    System.exit(0);
  }

  static class Broker implements NettyRequestProcessor {
    @Override
    public RemotingCommand processRequest(ChannelHandlerContext context, RemotingCommand request)
        throws InterruptedException {
      Thread.sleep(60);
      return RemotingCommand.createResponseCommand(0, "stored");
    }

    @Override
    public boolean rejectRequest() {
      return false;
    }
  }
}
