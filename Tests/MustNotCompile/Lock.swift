// This file must NOT compile: scripts/test.sh makes sure that it does not. A compiler that takes it has stopped checking the real-time path.
final class State {}

@_noLocks func render(_ states: inout [State]) {
  states.append(State())
}
