import Control
import Foundation
import TestSupport
import Testing

/// More clients than a socket accepts, and fewer descriptors than the box needs.
@Suite(.serialized) struct ConnectionLimitTests {
  @Test func `four hundred silent clients hold thirty two places`() throws {
    let box = try RunningBox()
    let before = box.descriptors
    #expect(before > 10, "the daemon's descriptors can be counted")
    let crowd = Crowd(400, at: [box.health])
    #expect(crowd.connections.count == 400)
    #expect(waitUntil { crowd.look() >= 400 - 32 * crowd.rounds }, "\(crowd.refused) of 400 were told that there is no room")
    // Each rejected connection is closed, not only answered.
    #expect(waitUntil { crowd.refusedAreClosed }, "a refused client holds a connection")
    #expect(waitUntil { box.descriptors <= before + 32 + 8 }, "\(box.descriptors) descriptors after \(before)")
    // The other socket has its own places.
    #expect(box.ask("GET", "/v1/health").status == 200)
    crowd.leave()
    #expect(waitUntil { box.ask("GET", "/v1/health", socket: box.health).status == 200 })
  }

  /// Silent clients, and their answers. An accepted silent client receives 408 after the 10 s of
  /// `Limits.request`; only a rejected one receives 503.
  private final class Crowd {
    private(set) var connections: [UnixConnection]
    private let begun = ProcessInfo.processInfo.systemUptime
    /// Time at which the crowd had connected, or its last rejection was seen.
    private var lastCome: Double
    private var told: Set<Int> = []

    init(_ count: Int, at sockets: [String]) {
      connections = (0..<count).compactMap { UnixConnection(sockets[$0 % sockets.count]) }
      lastCome = ProcessInfo.processInfo.systemUptime
    }

    /// Number of times that places may have changed owners: silent clients leave after 10 s.
    var rounds: Int { 1 + Int((lastCome - begun) / 10) }

    var refused: Int { told.count }

    /// Reads the received bytes.
    /// - Returns: the number of clients that received 503.
    func look() -> Int {
      for (number, connection) in connections.enumerated() where !told.contains(number) && connection.events(POLLIN) != 0 {
        guard Answer(connection.readSome(limit: 0)).status == 503 else { continue }
        told.insert(number)
        lastCome = ProcessInfo.processInfo.systemUptime
      }
      return told.count
    }

    /// Whether both directions of all rejected clients are closed, so that no state is kept for them.
    var refusedAreClosed: Bool { told.allSatisfy { connections[$0].events(0) & Int16(POLLHUP) != 0 } }

    func leave() { connections.removeAll() }
  }

  /// Returns clients that were answered and stay. A connection between two requests is kept for a minute.
  private func seated(_ count: Int, _ box: RunningBox) -> [UnixConnection] {
    (0..<count).compactMap { _ in
      guard let connection = UnixConnection(box.health) else { return nil }
      connection.send("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return Answer(connection.readSome()).status == 200 ? connection : nil
    }
  }

  @Test func `one more hears the reason without having said a word`() throws {
    let box = try RunningBox()
    let crowd = seated(32, box)
    #expect(crowd.count == 32)
    try withExtendedLifetime(crowd) {
      let late = try #require(UnixConnection(box.health))
      let answer = Answer(late.readAll())
      #expect(answer.status == 503 && answer.json["type"] as? String == "busy", "\(answer.headers) \(answer.text)")
      #expect(answer.headers.contains("application/problem+json") && answer.headers.contains("Content-Length: \(answer.body.count)"))
      #expect(late.isClosed(within: 180))
    }
  }

  @Test func `a client that is refused while it sends still reads the reason`() throws {
    let box = try RunningBox()
    let crowd = seated(32, box)
    #expect(crowd.count == 32)
    withExtendedLifetime(crowd) {
      for _ in 0..<(Ring.isLong ? 20 : 5) {
        // A client that is silent for a minute loses its place.
        for connection in crowd {
          connection.send("HEAD /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
          #expect(Answer(connection.readSome()).status == 200)
        }
        var answer = box.ask("GET", "/v1/status", socket: box.health)
        // Rejected clients may leave more slowly than new ones come. Some are then closed in the middle of
        // their request, and try again.
        let isTold = waitUntil {
          if answer.status == 503, answer.json["title"] != nil { return true }
          usleep(100_000)
          answer = box.ask("GET", "/v1/status", socket: box.health)
          return false
        }
        #expect(isTold, "\(answer.headers)")
        // Connects no faster than the rejected ones leave, so that each has its time.
        usleep(100_000)
      }
    }
  }

  /// The kernel's limit is reached before the socket's own. The remaining descriptors belong to sticks, index
  /// and camera.
  @Test func `clients leave descriptors for the box`() throws {
    let box = try RunningBox(shell: "ulimit -n 128")
    let before = box.descriptors
    #expect(before > 10, "the daemon's descriptors can be counted")
    let crowd = Crowd(400, at: [box.health, box.control])
    #expect(crowd.connections.count == 400)
    // 64 are the reserve; a few of the box's own come and go. A client that would use the reserve is rejected.
    // Without the reserve the sockets have 64 places.
    let places = min(128 - 64 - before + 8, 63)
    #expect(waitUntil { crowd.look() >= 400 - places * crowd.rounds }, "\(crowd.refused) of 400 were told that there is no room")
    #expect(waitUntil { box.descriptors <= 128 - 64 + 8 }, "\(box.descriptors) descriptors")
    #expect(box.process.isRunning)
    crowd.leave()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 }, "when they are gone everything is as before")
  }

  @Test func `an address has its own number of places`() {
    var room = ConnectionRoom(clients: 4, refusals: 1, perAddress: 2)
    for _ in 0..<2 { #expect(room.admit(areScarce: false, from: [1]) == .client) }
    #expect(room.admit(areScarce: false, from: [1]) == .refused(mayStay: true))
    for _ in 0..<2 { #expect(room.admit(areScarce: false, from: [2]) == .client) }
    room.leave(.refused(mayStay: true), from: [1])
    #expect(room.admit(areScarce: false, from: [3]) == .refused(mayStay: true), "all four are taken")
    room.leave(.client, from: [1])
    #expect(room.admit(areScarce: false, from: [1]) == .client)
  }

  @Test func `places are given and taken back`() {
    var room = ConnectionRoom(clients: 2, refusals: 1)
    #expect(room.admit(areScarce: false) == .client)
    #expect(room.admit(areScarce: false) == .client)
    #expect(room.admit(areScarce: false) == .refused(mayStay: true))
    #expect(room.admit(areScarce: false) == .refused(mayStay: false))
    room.leave(.refused(mayStay: false))
    #expect(room.admit(areScarce: false) == .refused(mayStay: false))
    room.leave(.refused(mayStay: true))
    #expect(room.admit(areScarce: false) == .refused(mayStay: true))
    room.leave(.client)
    #expect(room.admit(areScarce: true) == .refused(mayStay: false), "no client may use the reserve")
    #expect(room.admit(areScarce: false) == .client)
  }
}
