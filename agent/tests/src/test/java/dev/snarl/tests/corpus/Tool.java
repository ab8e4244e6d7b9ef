package dev.snarl.tests.corpus;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** One column of the comparison. */
interface Tool {
  /** As the table calls it. */
  String title();

  /** The rules of Snarl whose faults it claims to see, by its own documents. */
  Set<String> claims();

  List<Alarm> alarms(Shot shot) throws IOException, InterruptedException;
}
