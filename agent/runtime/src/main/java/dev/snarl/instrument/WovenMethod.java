package dev.snarl.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the calls of the probe into one method. It never changes what is on the stack, adds no local
 * variable and so no frame, except the frame of the handler that leaves a wait or a task when the
 * method throws: that one claims nothing about locals, which is true everywhere.
 */
final class WovenMethod extends MethodVisitor {

  private static final String PROBE = "java/util/concurrent/SnarlProbe";
  private static final String POOL = "java/util/concurrent/SnarlPool";
  private static final String FUTURE = "Ljava/util/concurrent/CompletableFuture;";

  private final Weave weave;
  private final String owner;
  private final String descriptor;
  private final @Nullable String leave;
  private final Label start = new Label();
  private boolean parked;

  /** Objects of the class itself that the constructor has begun to make so far. */
  private int made;

  /** The constructor leaves the work to another of its class, which tells of it. */
  private boolean delegates;

  WovenMethod(MethodVisitor next, Weave weave, String owner, String descriptor) {
    super(Opcodes.ASM9, next);
    this.weave = weave;
    this.owner = owner;
    this.descriptor = descriptor;
    this.leave =
        switch (weave) {
          case COMPLETABLE_GET, COMPLETABLE_TIMED_GET, TASK_WAIT -> "leaveWait";
          case RUN_DEPENDENT, RUN_STAGE, RUN_SELF -> "leaveTask";
          case POLL -> "leavePoll";
          case PARKS -> "leaveLibraryWait";
          case COROUTINE_RUN, COROUTINE_START -> "leaveCoroutine";
          case FED_OR_REFUSED -> "refused";
          case BORROW -> "notBorrowed";
          default -> null;
        };
  }

  @Override
  public void visitCode() {
    super.visitCode();
    switch (weave) {
      case COMPLETABLE_GET -> enterWait("enterCompletableWait", Opcodes.ICONST_0);
      case COMPLETABLE_TIMED_GET -> enterWait("enterCompletableWait", Opcodes.ICONST_1);
      case COMPLETABLE_PARK -> call("parkInCompletableWait", "()V");
      case TASK_WAIT -> {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitVarInsn(Opcodes.ILOAD, 1);
        call("enterTaskWait", "(Ljava/lang/Object;I)V");
      }
      case RUN_DEPENDENT -> {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, owner, "dep", FUTURE);
        call("enterTask", "(Ljava/lang/Object;)V");
      }
      case RUN_STAGE -> callWithThis("enterStage");
      case RUN_SELF -> callWithThis("enterTask");
      case STOPPING -> callPool("stopping", -1);
      case REJECTED -> callPool("rejected", 1);
      case REMOVED -> callPool("removed", 1);
      case FED, FED_OR_REFUSED -> callPool("executing", 1);
      case QUEUED -> callPool("queueing", descriptor.startsWith("(Z") ? 2 : 1);
      case FORK_JOIN_RUN -> callPool("forkJoinBegins", -1);
      case JOB_BUILT -> {}
      case COROUTINE_RUN -> callWithThis("enterCoroutine");
      case COROUTINE_START -> {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitVarInsn(Opcodes.ALOAD, 3);
        call("coroutineStarting", "(Ljava/lang/Object;Ljava/lang/Object;)V");
      }
      case COROUTINE_COMPLETED -> {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitTypeInsn(Opcodes.INSTANCEOF, "kotlinx/coroutines/internal/ScopeCoroutine");
        call("coroutineCompleted", "(I)V");
      }
      case STARTING -> callWithThis("threadStarting");
      case ENDING -> callWithThis("threadEnding");
      case POLL -> callWithThis("enterPoll");
      case BORROW -> callWithThis("enterBorrow");
      case GIVE_BACK -> call("givenBack", "()V");
      case SOCKET_READ -> call("socketRead", "()V");
      case SOCKET_WRITE -> call("socketWrite", "()V");
      case BUILT,
          CLAIM,
          SUBMITTED,
          REQUESTED,
          COMPLETING,
          DERIVED,
          FORK_JOIN_PARK,
          PARKS,
          WORKER,
          WRAPPED,
          OWNER,
          CLIENT,
          POOLED_CLIENT,
          RESOURCE -> {}
    }
    if (leave != null) {
      super.visitLabel(start);
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW && type.equals(owner)) {
      made++;
    }
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String type, String name, String descriptorOfCall, boolean isInterface) {
    if (name.equals("<init>") && type.equals(owner) && --made < 0) {
      delegates = true;
    }
    if (weave == Weave.FORK_JOIN_PARK && name.equals("setCurrentBlocker")) {
      super.visitInsn(Opcodes.DUP);
      if (descriptor.contains("ZZZJ")) { // 17: pool, ran, interruptible, timed, nanos
        super.visitVarInsn(Opcodes.ILOAD, 4);
      } else if (descriptor.startsWith("(IJ)")) { // 21: how, of which 4 is TIMED, and deadline
        super.visitVarInsn(Opcodes.ILOAD, 1);
        super.visitInsn(Opcodes.ICONST_4);
        super.visitInsn(Opcodes.IAND);
      } else { // 25: pool, compensation, interruptible, deadline
        super.visitVarInsn(Opcodes.LLOAD, 4);
        super.visitInsn(Opcodes.LCONST_0);
        super.visitInsn(Opcodes.LCMP);
      }
      call("parkInForkJoinWait", "(Ljava/lang/Object;I)V");
    }
    if (weave == Weave.WORKER && name.equals("beforeExecute")) { // pool, thread, task
      super.visitInsn(Opcodes.DUP);
      super.visitVarInsn(Opcodes.ALOAD, 0);
      super.visitInsn(Opcodes.SWAP);
      callPool("begins", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    } else if (weave == Weave.WORKER && name.equals("afterExecute")) { // pool, task, thrown
      super.visitInsn(Opcodes.DUP2);
      super.visitInsn(Opcodes.POP);
      callPool("ends", "(Ljava/lang/Object;)V");
    }
    if (weave == Weave.PARKS && Parks.parks(type, name)) {
      parked = true;
      super.visitVarInsn(Opcodes.ALOAD, 0);
      boolean timed = descriptor.startsWith("(J") || descriptor.startsWith("(I");
      super.visitInsn(timed ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      call("parkInLibraryWait", "(Ljava/lang/Object;I)V");
    }
    super.visitMethodInsn(opcode, type, name, descriptorOfCall, isInterface);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      switch (weave) {
        case BUILT -> {
          if (!delegates) {
            callPool("built", -1);
          }
        }
        case FORK_JOIN_RUN -> callPool("forkJoinEnds", -1);
        case CLIENT -> {
          super.visitVarInsn(Opcodes.ALOAD, 0);
          super.visitInsn(Opcodes.ACONST_NULL);
          call("clientBuilt", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        case POOLED_CLIENT -> {
          super.visitVarInsn(Opcodes.ALOAD, 0);
          super.visitVarInsn(Opcodes.ALOAD, 0);
          super.visitFieldInsn(
              Opcodes.GETFIELD, owner, "connectionPool", "Lokhttp3/ConnectionPool;");
          call("clientBuilt", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        case RESOURCE -> callWithThis("resourceBuilt");
        case BORROW -> callWithThis("borrowed");
        case JOB_BUILT -> callWithThis("jobBuilt");
        case CLAIM -> {
          super.visitInsn(Opcodes.DUP);
          super.visitVarInsn(Opcodes.ALOAD, 0);
          call("claimed", "(ILjava/lang/Object;)V");
        }
        case SUBMITTED -> {
          super.visitInsn(Opcodes.DUP);
          call("submitted", "(Ljava/lang/Object;)V");
        }
        case REQUESTED -> callWithThis("submitted");
        case COMPLETING -> {
          super.visitInsn(Opcodes.DUP);
          call("completing", "(Ljava/lang/Object;)V");
        }
        case DERIVED -> {
          super.visitInsn(Opcodes.DUP);
          super.visitVarInsn(Opcodes.ALOAD, 1);
          super.visitVarInsn(Opcodes.ALOAD, 0);
          call("derived", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        case WRAPPED -> {
          super.visitInsn(Opcodes.DUP);
          call("wrapped", "(Ljava/lang/Object;)V");
        }
        case OWNER -> {
          super.visitInsn(Opcodes.DUP);
          super.visitVarInsn(Opcodes.ALOAD, 0);
          super.visitInsn(Opcodes.SWAP);
          call("executorOwned", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        }
        case FED_OR_REFUSED -> {}
        case PARKS -> {
          if (parked) { // what returns before is the fast path
            callWithThis("leaveLibraryWait");
          }
        }
        default -> {
          if (leave != null) {
            call(leave, "()V");
          }
        }
      }
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (leave != null) {
      Label handler = new Label();
      super.visitTryCatchBlock(start, handler, handler, null);
      super.visitLabel(handler);
      Object[] thrown = {"java/lang/Throwable"};
      if (weave == Weave.PARKS) {
        super.visitFrame(Opcodes.F_FULL, 1, new Object[] {owner}, 1, thrown);
        callWithThis(leave);
      } else if (weave == Weave.FED_OR_REFUSED) {
        Object[] locals = {owner, "java/lang/Object"};
        super.visitFrame(Opcodes.F_FULL, 2, locals, 1, thrown);
        super.visitInsn(Opcodes.DUP);
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitVarInsn(Opcodes.ALOAD, 1);
        callPool(leave, "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V");
      } else if (weave == Weave.BORROW) {
        super.visitFrame(Opcodes.F_FULL, 1, new Object[] {owner}, 1, thrown);
        super.visitInsn(Opcodes.DUP);
        super.visitVarInsn(Opcodes.ALOAD, 0);
        call(leave, "(Ljava/lang/Object;Ljava/lang/Object;)V");
      } else {
        super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, thrown);
        call(leave, "()V");
      }
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  private void enterWait(String method, int timed) {
    super.visitVarInsn(Opcodes.ALOAD, 0);
    super.visitInsn(timed);
    call(method, "(Ljava/lang/Object;I)V");
  }

  private void callWithThis(String method) {
    super.visitVarInsn(Opcodes.ALOAD, 0);
    call(method, "(Ljava/lang/Object;)V");
  }

  /** With this, and with a parameter unless that is -1. */
  private void callPool(String method, int parameter) {
    super.visitVarInsn(Opcodes.ALOAD, 0);
    if (parameter < 0) {
      callPool(method, "(Ljava/lang/Object;)V");
    } else {
      super.visitVarInsn(Opcodes.ALOAD, parameter);
      callPool(method, "(Ljava/lang/Object;Ljava/lang/Object;)V");
    }
  }

  private void callPool(String method, String methodDescriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, POOL, method, methodDescriptor, false);
  }

  private void call(String method, String methodDescriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, method, methodDescriptor, false);
  }
}
