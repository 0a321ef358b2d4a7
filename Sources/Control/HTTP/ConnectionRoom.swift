/// Decides which connections a socket accepts. A limited number of further clients gets an answer that there are too
/// many.
package struct ConnectionRoom {
  /// The decision about a new connection.
  package enum Admission: Equatable {
    case client
    /// Rejected. `mayStay`: it gets time to read the reason.
    case refused(mayStay: Bool)
  }

  /// Greatest number of each at a time.
  private let clients: Int
  private let refusals: Int
  private(set) var clientsNow = 0
  private(set) var refusalsNow = 0

  package init(clients: Int, refusals: Int) {
    self.clients = clients
    self.refusals = refusals
  }

  package mutating func admit(areScarce: Bool) -> Admission {
    if clientsNow < clients, !areScarce {
      clientsNow += 1
      return .client
    }
    guard refusalsNow < refusals, !areScarce else { return .refused(mayStay: false) }
    refusalsNow += 1
    return .refused(mayStay: true)
  }

  package mutating func leave(_ admission: Admission) {
    switch admission {
    case .client: clientsNow -= 1
    case .refused(mayStay: true): refusalsNow -= 1
    case .refused(mayStay: false): break
    }
  }
}
