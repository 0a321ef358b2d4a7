import GestureFlowAPI
import Supervisor
import Testing

@Suite struct EventHubTests {
  @Test func subscribersGetTheirTypesInOrder() {
    let hub = EventHub()
    let all = hub.subscribe()
    let some = hub.subscribe(types: ["handsAbsent"])
    hub.publish(Event(atSeconds: 1, type: "handsPresent"))
    hub.publish(Event(atSeconds: 2, type: "handsAbsent"))
    #expect(all.take() == [.event(Event(atSeconds: 1, type: "handsPresent")), .event(Event(atSeconds: 2, type: "handsAbsent"))])
    #expect(some.take() == [.event(Event(atSeconds: 2, type: "handsAbsent"))])
    #expect(all.take().isEmpty)
  }

  @Test func aSlowSubscriberIsToldHowManyItLost() {
    let hub = EventHub()
    let slow = hub.subscribe(room: 10)
    let quick = hub.subscribe(room: 10)
    var fetched = 0
    for i in 0..<100 {
      hub.publish(Event(atSeconds: Double(i), type: "x"))
      fetched += quick.take().count
    }
    #expect(fetched == 100)
    let got = slow.take()
    #expect(got.count == 11 && got.last == .lost(90))
    hub.publish(Event(atSeconds: 200, type: "x"))
    #expect(slow.take().count == 1)
  }

  @Test func aReleasedSubscriptionCostsNothing() {
    let hub = EventHub()
    do { _ = hub.subscribe() }
    hub.publish(Event(atSeconds: 0, type: "x"))
  }
}
