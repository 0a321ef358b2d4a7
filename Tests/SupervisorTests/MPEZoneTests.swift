import MIDI
import Supervisor
import TestSupport
import Testing

/// A keyboard with MPE. Its pedal and modes come on the manager channel of its zone.
@Suite struct MPEZoneTests {
  /// A box that receives a zone of five members. Two of them hold a note each.
  private struct Zone {
    let studio: Studio
    let manager: UInt8

    init(_ manager: UInt8) throws {
      self.manager = manager
      studio = try Studio(.instrument)
      configure(members: 5)
      for member in members { studio.hear(.noteOn(channel: member, note: 60 + member, velocity: 100)) }
    }

    var members: [UInt8] { manager == 0 ? [1, 2] : [14, 13] }
    /// Number of notes that sound, held by the pedal or by their keys.
    var sounding: Int {
      studio.render()
      return studio.box.engine.instrument.state.sounding.count
    }

    func control(_ controller: UInt8, _ value: UInt8, channel: UInt8? = nil) {
      studio.hear(.control(channel: channel ?? manager, controller: controller, value: value))
    }
    func configure(members: UInt8) { for (number, value) in [(101, 0), (100, 6), (6, members)] { control(UInt8(number), value) } }
    func letGo() { for member in members { studio.hear(.noteOff(channel: member, note: 60 + member, velocity: 0)) } }
  }

  @Test(arguments: [0, 15] as [UInt8]) func `the manager's pedal holds the members' notes`(manager: UInt8) throws {
    let zone = try Zone(manager)
    #expect(zone.sounding == 2)
    zone.control(64, 127)
    zone.letGo()
    #expect(zone.sounding == 2)
    zone.control(64, 0)
    #expect(zone.sounding == 0)
    zone.letGo()
  }

  @Test(arguments: [0, 15] as [UInt8], [120, 123, 127] as [UInt8])
  func `the manager's end of all notes ends the members'`(manager: UInt8, mode: UInt8) throws {
    let zone = try Zone(manager)
    #expect(zone.sounding == 2)
    // The mode of a member channel affects only that channel.
    zone.control(mode, 0, channel: zone.members[0])
    #expect(zone.sounding == 1)
    zone.control(mode, 0)
    #expect(zone.sounding == 0)
  }

  @Test(arguments: [0, 15] as [UInt8]) func `a reset on the manager lifts the members' pedal`(manager: UInt8) throws {
    let zone = try Zone(manager)
    zone.control(64, 127)
    zone.letGo()
    #expect(zone.sounding == 2)
    zone.control(121, 0)
    #expect(zone.sounding == 0)
  }

  @Test(arguments: [0, 15] as [UInt8]) func `a zone that is taken away leaves no note behind`(manager: UInt8) throws {
    let zone = try Zone(manager)
    zone.control(64, 127)
    zone.letGo()
    zone.configure(members: 0)
    #expect(zone.sounding == 0)
  }

  @Test(arguments: [0, 15] as [UInt8]) func `members play as loud as they are pressed`(manager: UInt8) throws {
    let zone = try Zone(manager)
    func peak(_ pressure: UInt8, blocks: Int) -> Float {
      for member in zone.members { zone.studio.hear(.channelPressure(channel: member, pressure: pressure)) }
      zone.studio.render(blocks)
      return zone.studio.box.engine.instrument.state.peak
    }
    // The shown peak falls by 20 dB a second.
    let soft = peak(1, blocks: 1000)
    let loud = peak(127, blocks: 100)
    #expect(loud > 2 * soft && loud > 0.001)
    zone.letGo()
  }

  @Test(arguments: [0, 15] as [UInt8]) func `another zone's notes are left alone`(manager: UInt8) throws {
    let zone = try Zone(manager)
    zone.control(123, 0, channel: 15 - manager)
    zone.control(64, 127, channel: 15 - manager)
    #expect(zone.sounding == 2)
    zone.letGo()
    #expect(zone.sounding == 0)
  }
}
