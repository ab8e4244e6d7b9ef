package quiet

import cats.effect._
import com.comcast.ip4s.{Host, Port}
import org.http4s._
import org.http4s.dsl.io._
import org.http4s.ember.server.EmberServerBuilder
import scala.concurrent.duration._

/** A service of http4s on cats-effect: PORT. It answers at once, after a blocking call and later. */
object Http4sService extends IOApp {
  private val routes = HttpRoutes.of[IO] {
    case GET -> Root / "plain" / n => Ok(s"plain $n")
    case GET -> Root / "blocking" / n => IO.blocking(Thread.sleep(20)) *> Ok(s"blocking $n")
    case GET -> Root / "later" / n => IO.sleep(20.millis) *> Ok(s"later $n")
  }

  def run(args: List[String]): IO[ExitCode] =
    EmberServerBuilder
      .default[IO]
      .withHost(Host.fromString("127.0.0.1").get)
      .withPort(Port.fromString(args.head).get)
      .withHttpApp(routes.orNotFound)
      .build
      .use(_ => IO.never)
      .as(ExitCode.Success)
}
