/// Who may connect to a socket: so many clients, and so many more that are told that there are too many.
package struct ConnectionRoom {
  /// What becomes of a new connection.
  package enum Admission: Equatable {
    case client
    /// Not taken. `mayStay`: long enough to read why.
    case refused(mayStay: Bool)
  }

  /// Most of each at a time.
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
