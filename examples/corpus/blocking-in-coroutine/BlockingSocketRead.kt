/*
 * claim: a coroutine on Dispatchers.Default reads from a socket
 * expect: blocking-in-coroutine warning at BLOCK
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=4
 */
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import kotlin.concurrent.thread
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() {
  val server = ServerSocket(0, 5, InetAddress.getLoopbackAddress())
  thread(isDaemon = true) {
    server.accept().getOutputStream().let {
      while (true) {
        Thread.sleep(200)
        it.write(1)
      }
    }
  }
  runBlocking {
    launch(Dispatchers.Default) {
      val input = Socket(server.inetAddress, server.localPort).getInputStream()
      repeat(40) {
        input.read() // <BLOCK>
      }
    }
  }
}
