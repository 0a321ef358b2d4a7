/// Decides which connections a socket accepts, in all and from one address. A limited number of further clients gets an
/// answer that there are too many.
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
  private let perAddress: Int
  private(set) var clientsNow = 0
  private(set) var refusalsNow = 0
  private var held: [[UInt8]: Int] = [:]

  /// - Parameter perAddress: greatest number of clients from one address.
  package init(clients: Int, refusals: Int, perAddress: Int = .max) {
    self.clients = clients
    self.refusals = refusals
    self.perAddress = perAddress
  }

  /// - Parameter address: bytes of the client's IP address; empty for a Unix socket.
  package mutating func admit(areScarce: Bool, from address: [UInt8] = []) -> Admission {
    if clientsNow < clients, held[address, default: 0] < perAddress, !areScarce {
      clientsNow += 1
      held[address, default: 0] += 1
      return .client
    }
    guard refusalsNow < refusals, !areScarce else { return .refused(mayStay: false) }
    refusalsNow += 1
    return .refused(mayStay: true)
  }

  package mutating func leave(_ admission: Admission, from address: [UInt8] = []) {
    switch admission {
    case .client:
      clientsNow -= 1
      let rest = held[address, default: 1] - 1
      held[address] = rest > 0 ? rest : nil
    case .refused(mayStay: true): refusalsNow -= 1
    case .refused(mayStay: false): break
    }
  }
}
