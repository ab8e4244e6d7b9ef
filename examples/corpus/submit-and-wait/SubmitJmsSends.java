/*
 * claim: a producer sends persistent messages over JMS one by one: each waits for the broker
 * libraries: org.apache.activemq:activemq-broker:5.18.7 org.slf4j:slf4j-nop:2.0.17
 * expect: submit-and-wait warning at SEND
 * seconds: 8
 */
import javax.jms.Connection;
import javax.jms.MessageProducer;
import javax.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.command.Message;

public class SubmitJmsSends {
  public static void main(String[] args) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setPlugins(new BrokerPlugin[] {SlowDisk::new});
    String address = broker.addConnector("tcp://127.0.0.1:0").getPublishableConnectString();
    broker.start();
    Connection connection = new ActiveMQConnectionFactory(address).createConnection();
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(session.createQueue("orders"));
    for (int i = 0; i < 80; i++) {
      producer.send(session.createTextMessage("order " + i)); // <SEND>
    }
    connection.close();
    broker.stop();
  }

  static class SlowDisk extends BrokerFilter {
    SlowDisk(Broker next) {
      super(next);
    }

    @Override
    public void send(ProducerBrokerExchange exchange, Message message) throws Exception {
      Thread.sleep(60);
      super.send(exchange, message);
    }
  }
}
