/*
 * claim: blocking calls on a pool of their own, made a dispatcher
 * twin of: blocking-in-coroutine
 */
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() {
  Executors.newFixedThreadPool(2).asCoroutineDispatcher().use { database ->
    runBlocking {
      repeat(2) {
        launch(database) {
          repeat(40) {
            Thread.sleep(200)
          }
        }
      }
    }
  }
}
