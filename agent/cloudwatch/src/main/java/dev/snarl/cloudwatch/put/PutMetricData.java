package dev.snarl.cloudwatch.put;

import dev.snarl.cloudwatch.Datum;
import dev.snarl.delivery.Delivery;
import dev.snarl.delivery.Refused;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Delivers data by PutMetricData. Region and credentials are those of AWS's usual chain. The client
 * is built with the first delivery, and again after each failure to build it, so that region or
 * credentials that become available later are found. Lives on the agent's sending thread.
 */
public final class PutMetricData implements Delivery<List<Datum>> {

  /** Error codes of a correct request with wrong or missing credentials. */
  private static final Set<String> CREDENTIALS =
      Set.of(
          "InvalidClientTokenId",
          "SignatureDoesNotMatch",
          "AccessDenied",
          "AccessDeniedException",
          "ExpiredToken",
          "ExpiredTokenException",
          "IncompleteSignature",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "OptInRequired",
          "UnrecognizedClientException");

  /** Error codes of a request that will never succeed. */
  private static final Set<String> WRONG =
      Set.of(
          "InvalidParameterValue",
          "InvalidParameterValueException",
          "InvalidParameterCombination",
          "InvalidParameterCombinationException",
          "MissingParameter",
          "MissingRequiredParameterException",
          "ValidationError");

  private static final int BAD_REQUEST = 400;
  private static final int TOO_LARGE = 413;

  private final String namespace;
  private final TimeLimits limits;
  private final ServerClock clock = new ServerClock();
  private @Nullable Calls calls;

  /** Does not connect yet. */
  public PutMetricData(String namespace) {
    this(namespace, TimeLimits.USUAL);
  }

  PutMetricData(String namespace, TimeLimits limits) {
    this.namespace = namespace;
    this.limits = limits;
  }

  @Override
  public void deliver(List<Datum> data, Instant at) throws IOException {
    Duration known = clock.ahead();
    try {
      put(data, at.plus(known));
    } catch (Refused refused) {
      Duration learned = clock.ahead();
      if (learned.equals(known)) {
        throw refused;
      }
      put(data, at.plus(learned)); // refused because of a clock error that the answer has corrected
    }
  }

  private void put(List<Datum> data, Instant at) throws IOException {
    try {
      Calls open = calls;
      if (open == null) {
        open = new Calls(namespace, clock, limits);
        calls = open;
      }
      for (List<Datum> batch : Batches.of(data)) {
        open.put(batch, at);
      }
    } catch (AwsServiceException e) {
      throw failure(e);
    } catch (SdkClientException e) {
      throw new IOException(words(e), e);
    } catch (SdkException e) {
      throw new IOException(e.getClass().getSimpleName() + ": " + e.getMessage(), e);
    }
  }

  private static IOException failure(AwsServiceException e) {
    String code =
        e.awsErrorDetails() == null ? "" : String.valueOf(e.awsErrorDetails().errorCode());
    String what = "HTTP " + e.statusCode() + (code.isEmpty() ? "" : " " + code);
    if (e.isThrottlingException()) {
      return new IOException("throttled: " + what, e);
    }
    if (CREDENTIALS.contains(code)) {
      return new IOException("AWS refuses the credentials: " + what, e);
    }
    if (e.statusCode() == TOO_LARGE || (e.statusCode() == BAD_REQUEST && WRONG.contains(code))) {
      String why = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
      return new Refused(what + ": " + why);
    }
    return new IOException(what, e);
  }

  /** The chain's own message lists every place that it searched. */
  private static String words(SdkClientException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("Unable to load region")) {
      return "no region: set AWS_REGION, or region in ~/.aws/config";
    }
    if (message.contains("Unable to load credentials")) {
      return "no credentials in the environment, ~/.aws, the container or the instance";
    }
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == e ? message : message + " (" + cause.getMessage() + ")";
  }

  @Override
  public void close() {
    Calls open = calls;
    if (open != null) {
      open.close();
    }
  }
}
