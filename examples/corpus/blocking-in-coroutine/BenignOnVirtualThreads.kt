/*
 * claim: coroutines that sleep on virtual threads, made a dispatcher
 * twin of: blocking-in-coroutine
 * jdk: 21..
 */
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() {
  val perTask = Executors::class.java.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
  (perTask as ExecutorService).asCoroutineDispatcher().use { virtual ->
    runBlocking {
      repeat(50) {
        launch(virtual) {
          repeat(40) {
            Thread.sleep(200)
          }
        }
      }
    }
  }
}
