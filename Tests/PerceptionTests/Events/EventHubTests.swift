import Foundation
import GestureFlowAPI
import Perception
import Testing

@Suite struct EventHubTests {
  @Test func `subscribers get their types in order`() {
    let hub = EventHub()
    let all = hub.subscribe()
    let some = hub.subscribe(types: ["handsAbsent"])
    hub.publish(Event(atSeconds: 1, type: "handsPresent"))
    hub.publish(Event(atSeconds: 2, type: "handsAbsent"))
    #expect(all.take() == [.event(Event(atSeconds: 1, type: "handsPresent")), .event(Event(atSeconds: 2, type: "handsAbsent"))])
    #expect(some.take() == [.event(Event(atSeconds: 2, type: "handsAbsent"))])
    #expect(all.take().isEmpty && some.take().isEmpty)
  }

  /// The hub keeps the oldest events. A slow subscriber gets a list without gaps, then the number of missing
  /// events.
  @Test func `a slow subscriber learns how many events it lost`() {
    let hub = EventHub()
    let slow = hub.subscribe(room: 10)
    let quick = hub.subscribe(room: 10)
    var fetched: [EventHub.Subscription.Item] = []
    for i in 0..<100 {
      hub.publish(Event(atSeconds: Double(i), type: "x"))
      fetched += quick.take()
    }
    #expect(fetched == (0..<100).map { .event(Event(atSeconds: Double($0), type: "x")) }, "the slow one costs the quick one nothing")
    #expect(slow.take() == (0..<10).map { .event(Event(atSeconds: Double($0), type: "x")) } + [.lost(90)])
    hub.publish(Event(atSeconds: 200, type: "x"))
    #expect(slow.take() == [.event(Event(atSeconds: 200, type: "x"))], "the loss is told once")
  }

  @Test func `a released subscription is forgotten`() {
    let hub = EventHub()
    weak var released: EventHub.Subscription?
    do {
      let subscription = hub.subscribe()
      released = subscription
      hub.publish(Event(atSeconds: 0, type: "x"))
      #expect(subscription.take().count == 1)
    }
    #expect(released == nil, "the hub does not keep it alive")
    hub.publish(Event(atSeconds: 1, type: "x"))
    for _ in 0..<100 { _ = hub.subscribe() }
    #expect(hub.rememberedCount == 0, "\(hub.rememberedCount) released ones are still remembered")
  }

  @Test func `frames come only to who asks for them`() {
    let hub = EventHub()
    let all = hub.subscribe()
    #expect(!hub.wantsFrames)
    let frames = hub.subscribe(types: [EventKind.frame, "command"])
    #expect(hub.wantsFrames)
    let json = Data("{}".utf8)
    hub.publish(frame: json)
    hub.publish(Event(atSeconds: 1, type: "command"))
    #expect(all.take() == [.event(Event(atSeconds: 1, type: "command"))])
    #expect(frames.take() == [.frame(json), .event(Event(atSeconds: 1, type: "command"))])
  }

  @Test func `an item is wanted until its last subscriber leaves`() {
    let hub = EventHub()
    var frames: [EventHub.Subscription?] = (0..<2).map { _ in hub.subscribe(types: [EventKind.frame]) }
    var session: EventHub.Subscription? = hub.subscribe(types: [EventKind.session])
    #expect(hub.wantsFrames && hub.wantsSession && session != nil)
    frames[0] = nil
    #expect(hub.wantsFrames)
    frames[1] = nil
    #expect(!hub.wantsFrames && hub.wantsSession)
    session = nil
    #expect(!hub.wantsSession)
  }
}
