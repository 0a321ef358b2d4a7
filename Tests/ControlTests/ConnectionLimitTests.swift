import Control
import Foundation
import TestSupport
import Testing

/// More clients than a socket takes, and fewer descriptors than the box would like.
@Suite(.serialized) struct ConnectionLimitTests {
  @Test func fourHundredSilentClientsHoldThirtyTwoPlaces() throws {
    let box = try RunningBox()
    let before = box.descriptors
    #expect(before > 10, "the daemon's descriptors can be counted")
    var crowd = (0..<400).compactMap { _ in UnixConnection(box.health) }
    #expect(crowd.count == 400)
    // 32 clients, 8 that read why not, and a few of the box's own that come and go.
    #expect(waitUntil { box.descriptors <= before + 32 + 8 + 8 }, "\(box.descriptors) descriptors after \(before)")
    // Those that stay do not grow old on the reserve either.
    #expect(waitUntil { box.descriptors <= before + 32 + 8 }, "\(box.descriptors) descriptors after \(before)")
    // The other socket has room of its own.
    #expect(box.ask("GET", "/v1/health").status == 200)
    crowd.removeAll()
    #expect(waitUntil { box.ask("GET", "/v1/health", socket: box.health).status == 200 })
  }

  @Test func oneMoreHearsTheReasonWithoutHavingSaidAWord() throws {
    let box = try RunningBox()
    let crowd = (0..<32).compactMap { _ in UnixConnection(box.health) }
    #expect(crowd.count == 32)
    try withExtendedLifetime(crowd) {
      let late = try #require(UnixConnection(box.health))
      let answer = Answer(late.readAll(limit: 15))
      #expect(answer.status == 503 && answer.json["type"] as? String == "busy", "\(answer.headers) \(answer.text)")
      #expect(answer.headers.contains("application/problem+json") && answer.headers.contains("Content-Length: \(answer.body.count)"))
      #expect(late.isClosed(within: 10))
    }
  }

  @Test func whoIsRefusedWhileItSendsStillReadsWhy() throws {
    let box = try RunningBox()
    let crowd = (0..<32).compactMap { _ in UnixConnection(box.health) }
    #expect(crowd.count == 32)
    withExtendedLifetime(crowd) {
      for _ in 0..<20 {
        let answer = box.ask("GET", "/v1/status", socket: box.health)
        #expect(answer.status == 503 && answer.json["title"] != nil, "\(answer.headers)")
        // No faster than the refused leave, so that each has its time.
        usleep(100_000)
      }
    }
  }

  /// The kernel's limit is reached before the socket's own: what is left belongs to sticks, index and camera.
  @Test func clientsLeaveDescriptorsForTheBox() throws {
    let box = try RunningBox(shell: "ulimit -n 128")
    let crowd = (0..<200).compactMap { _ in [UnixConnection(box.health), UnixConnection(box.control)] }.flatMap { $0 }
    withExtendedLifetime(crowd) {
      // 64 are the reserve; a few more come and go.
      #expect(waitUntil { box.descriptors <= 128 - 64 + 8 }, "\(box.descriptors) descriptors")
      #expect(box.process.isRunning)
    }
    #expect(waitUntil(20) { box.ask("GET", "/v1/health").status == 200 }, "when they are gone everything is as before")
  }

  @Test func placesAreGivenAndTakenBack() {
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
    #expect(room.admit(areScarce: true) == .refused(mayStay: false), "the reserve is nobody's")
    #expect(room.admit(areScarce: false) == .client)
  }
}
