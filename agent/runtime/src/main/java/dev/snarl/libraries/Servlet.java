package dev.snarl.libraries;

/** The servlet API, by which a container calls the application or a framework. */
final class Servlet {

  static final String TEXT =
      """
      frames jakarta.
      handler jakarta.servlet.http.HttpServlet.service
      handler javax.servlet.http.HttpServlet.service
      """;

  private Servlet() {}
}
