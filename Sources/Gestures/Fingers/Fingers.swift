import Hands

/// The five fingers.
package enum Finger: Int, CaseIterable, Sendable {
  case thumb, index, middle, ring, little

  /// MCP, PIP, DIP, tip; for the thumb CMC, MCP, IP, tip.
  package var joints: (Joint, Joint, Joint, Joint) {
    switch self {
    case .thumb: (.thumbCMC, .thumbMCP, .thumbIP, .thumbTip)
    case .index: (.indexMCP, .indexPIP, .indexDIP, .indexTip)
    case .middle: (.middleMCP, .middlePIP, .middleDIP, .middleTip)
    case .ring: (.ringMCP, .ringPIP, .ringDIP, .ringTip)
    case .little: (.littleMCP, .littlePIP, .littleDIP, .littleTip)
    }
  }
}

/// The state of one finger.
package enum FingerState: Sendable, Equatable { case extended, curled, unknown }

/// The states of all fingers of one hand.
package struct FingerStates: Sendable, Equatable {
  /// By the raw value of their finger.
  private var states = [FingerState](repeating: .unknown, count: 5)

  package init() {}

  package subscript(_ finger: Finger) -> FingerState {
    get { states[finger.rawValue] }
    set { states[finger.rawValue] = newValue }
  }

  /// Number of extended fingers.
  package var count: Int { Finger.allCases.count { self[$0] == .extended } }
  /// The extended fingers.
  package var extended: Set<Finger> { Set(Finger.allCases.filter { self[$0] == .extended }) }

  /// Whether middle, ring and little finger are extended.
  var othersAreStraight: Bool { [Finger.middle, .ring, .little].allSatisfy { self[$0] == .extended } }
}
