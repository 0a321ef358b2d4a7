// This file must NOT compile: scripts/test.sh checks that. A compiler that accepts it has stopped checking the
// real-time path.
final class State {}

@_noLocks func render(_ states: inout [State]) {
  states.append(State())
}
