package quiet

import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/** A service of Ktor: PORT. It answers at once, after a blocking call and later. */
fun main(args: Array<String>) {
  embeddedServer(Netty, host = "127.0.0.1", port = args[0].toInt()) {
    routing {
      get("/plain/{n}") { call.respondText("plain ${call.parameters["n"]}") }
      get("/blocking/{n}") {
        withContext(Dispatchers.IO) { Thread.sleep(20) }
        call.respondText("blocking ${call.parameters["n"]}")
      }
      get("/later/{n}") {
        delay(20)
        call.respondText("later ${call.parameters["n"]}")
      }
    }
  }.start(wait = true)
}
