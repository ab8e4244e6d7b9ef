package dev.snarl.tests;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.StepRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A debugger, as an IDE has it: stops in methods of the JDK, looks at frames and variables, steps
 * over lines, and writes down what it was shown.
 */
final class Debugger implements AutoCloseable {
  private static final int STEPS = 6;

  private final VirtualMachine vm;
  private final Map<String, List<String>> stops;
  private final List<String> shown = new ArrayList<>();

  private Debugger(VirtualMachine vm, Map<String, List<String>> stops) {
    this.vm = vm;
    this.stops = stops;
  }

  /**
   * Attaches to a JVM that is suspended before its main class, to stop in these methods by class.
   */
  static Debugger attach(String port, Map<String, List<String>> stops) throws Exception {
    AttachingConnector sockets =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(connector -> connector.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = sockets.defaultArguments();
    set(arguments, "hostname", "127.0.0.1");
    set(arguments, "port", port);
    return new Debugger(sockets.attach(arguments), stops);
  }

  private static void set(Map<String, Connector.Argument> arguments, String name, String value)
      throws Exception {
    Connector.Argument argument = arguments.get(name);
    if (argument != null) {
      argument.setValue(value);
    }
  }

  /** Follows the program, from the preparation of this class on, to its end. */
  List<String> follow(String mainClass) throws InterruptedException {
    var prepare = vm.eventRequestManager().createClassPrepareRequest();
    prepare.addClassFilter(mainClass);
    prepare.enable();
    for (String name : stops.keySet()) {
      var other = vm.eventRequestManager().createClassPrepareRequest();
      other.addClassFilter(name);
      other.enable();
    }
    // The JVM goes on when the event of its start is resumed: a second resume would end another
    // stop.
    try {
      while (true) {
        EventSet events = vm.eventQueue().remove(60_000);
        if (events == null) {
          throw new IllegalStateException("no event within a minute; shown so far " + shown);
        }
        for (Event event : events) {
          handle(event, mainClass);
        }
        events.resume();
      }
    } catch (VMDisconnectedException end) {
      return shown;
    }
  }

  /** Redefines a class with these bytes, as an IDE does once it has compiled it anew. */
  void swap(String name, byte[] bytes) {
    vm.redefineClasses(Map.of(vm.classesByName(name).get(0), bytes));
  }

  private boolean begun;

  private void handle(Event event, String mainClass) {
    if (event instanceof ClassPrepareEvent prepared) {
      if (prepared.referenceType().name().equals(mainClass)) {
        begun = true;
        stops.keySet().forEach(name -> vm.classesByName(name).forEach(this::stopIn));
      } else if (begun) {
        stopIn(prepared.referenceType());
      }
    } else if (event instanceof BreakpointEvent stopped) {
      if (ours(stopped.thread())) {
        return;
      }
      shown.add("stopped at " + at(stopped.location()) + " " + frames(stopped.thread()));
      step(stopped.thread());
    } else if (event instanceof StepEvent stepped) {
      shown.add("stepped to " + at(stepped.location()) + " " + frames(stepped.thread()));
      vm.eventRequestManager().deleteEventRequest(stepped.request());
      Object left = stepped.request().getProperty("left");
      if (left instanceof Integer more && more > 0) {
        step(stepped.thread(), more - 1);
      }
    }
  }

  /** The agent's own threads come by the same methods. */
  private static boolean ours(ThreadReference thread) {
    return thread.name().startsWith("snarl-");
  }

  private void stopIn(ReferenceType type) {
    for (Method method : type.methods()) {
      shown.add(type.name() + "." + method.name() + method.signature() + " " + lines(method));
      if (stops.getOrDefault(type.name(), List.of()).contains(method.name())) {
        BreakpointRequest request =
            vm.eventRequestManager().createBreakpointRequest(firstLine(method));
        request.enable();
      }
    }
  }

  /** Where an IDE puts a breakpoint on the first line of a method. */
  private static Location firstLine(Method method) {
    try {
      int line = method.allLineLocations().get(0).lineNumber();
      return method.locationsOfLine(line).get(0);
    } catch (AbsentInformationException e) {
      return method.location();
    }
  }

  private static String lines(Method method) {
    try {
      return method.allLineLocations().stream()
              .map(Location::lineNumber)
              .map(String::valueOf)
              .collect(Collectors.joining(","))
          + " "
          + method.variables().stream()
              .map(variable -> variable.typeName() + " " + variable.name())
              .collect(Collectors.joining(", "));
    } catch (AbsentInformationException e) {
      return "no lines or variables";
    }
  }

  private void step(ThreadReference thread) {
    step(thread, STEPS);
  }

  private void step(ThreadReference thread, int left) {
    vm.eventRequestManager().stepRequests().stream()
        .filter(request -> request.thread().equals(thread))
        .toList()
        .forEach(vm.eventRequestManager()::deleteEventRequest);
    StepRequest request =
        vm.eventRequestManager()
            .createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
    request.addCountFilter(1);
    request.putProperty("left", left);
    request.enable();
  }

  private static String at(Location location) {
    return location.declaringType().name().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda")
        + "."
        + location.method().name()
        + ":"
        + location.lineNumber();
  }

  private static String frames(ThreadReference thread) {
    try {
      List<String> seen = new ArrayList<>();
      for (StackFrame frame : thread.frames()) {
        seen.add(at(frame.location()) + variables(frame));
      }
      return thread.name() + " " + seen;
    } catch (IncompatibleThreadStateException e) {
      return "not suspended";
    }
  }

  private static String variables(StackFrame frame) {
    try {
      return frame.visibleVariables().stream()
          .map(LocalVariable::name)
          .collect(Collectors.joining(",", "(", ")"));
    } catch (AbsentInformationException e) {
      return "(?)";
    }
  }

  @Override
  public void close() {
    try {
      vm.dispose();
    } catch (VMDisconnectedException gone) {
      // it has ended
    }
  }
}
