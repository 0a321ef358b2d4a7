import Foundation
import GestureFlowAPI
import Testing

/// Tests of the stem commands and of the messages for invalid ones.
@Suite struct StemCommandTests {
  private func problem(_ name: Command.Name, number: Double? = nil, text: String? = nil) -> Problem? {
    do throws(Problem) {
      _ = try Command(name, number: number, text: text)
      return nil
    } catch { return error }
  }

  @Test func `a region is read and written`() throws {
    for (text, channel, start, end) in [("1 0 1", 1, 0, 1), ("4 3 4", 4, 3, 4), ("  2   1\t3 ", 2, 1, 3)]
      as [(String, StemNumber, Int, Int)]
    {
      let command = try Command(.loop, text: text)
      let request = LoopRequest(channel: channel, region: StemLoop(start: start, end: end))
      #expect(command == request.map(Command.loop), "\(text)")
      #expect(command.body.text == "\(channel.number) \(start) \(end)")
    }
  }

  @Test(arguments: ["3 off", "3 0 4"]) func `the whole channel is not a loop`(text: String) throws {
    let command = try Command(.loop, text: text)
    #expect(command == LoopRequest(channel: 3, region: .whole).map(Command.loop) && command.body.text == "3 off")
  }

  @Test(
    arguments: [
      "", " ", "1", "off", "1 of", "1 off 2", "1 OFF", "0 1 2", "5 1 2", "1 2 2", "1 3 1", "1 -1 2", "1 1 5", "1 0.5 2", "1 1 2 3", "a 1 2",
      "1 99999999999999999999 4", "99999999999999999999 off", "1,0,2",
    ])
  func `an invalid region is answered with the form`(text: String) {
    let problem = problem(.loop, text: text)
    #expect(problem?.status == 400 && problem?.field == "text", "\(text)")
    #expect(problem?.detail.contains("CHANNEL START END or CHANNEL off") == true && problem?.detail.contains("from 0 to 4") == true)
  }

  @Test func `a channel is a whole number from one to four`() throws {
    #expect(try Command(.channel, number: 1) == .channel(1))
    #expect(try Command(.mute, number: 4) == .mute(channel: 4))
    #expect(try Command(.solo, number: 2) == .solo(channel: 2))
    for name in [Command.Name.channel, .mute, .solo] {
      for number in [0, 5, -1, 1.5, .nan, .infinity, 1e300, nil] {
        let problem = problem(name, number: number)
        #expect(problem?.field == "number", "\(name) \(String(describing: number))")
        #expect(problem?.detail == "'\(name.rawValue)' takes a whole number from 1 to 4 (the stem's channel)")
      }
      #expect(problem(name, number: 1, text: "1")?.field == "text")
    }
  }

  @Test func `a tempo has its range`() throws {
    #expect(try Command(.tempo, number: 20) == .tempo(bpm: 20) && Command(.tempo, number: 400) == .tempo(bpm: 400))
    for number in [19.99, 400.01, 0, -110, .nan, nil] {
      #expect(problem(.tempo, number: number)?.detail == "'tempo' takes a number from 20 to 400 (beats a minute)")
    }
  }

  @Test func `volume and pitch belong to a channel`() throws {
    #expect(try Command(.stemVolume, text: "2 0.25") == .stemVolume(channel: 2, 0.25))
    #expect(try Command(.stemVolume, text: "1 1") == .stemVolume(channel: 1, 1))
    #expect(try Command(.stemPitch, text: "4 -200") == .stemPitch(channel: 4, cents: -200))
    for text in ["", "2", "0.5", "0 0.5", "5 0.5", "2 1.01", "2 -0.01", "2 nan", "2 inf", "2 x", "2 0.5 0.5", "1.5 0.5"] {
      let problem = problem(.stemVolume, text: text)
      #expect(problem?.field == "text" && problem?.detail.contains("a volume from 0 to 1") == true, "\(text)")
    }
    for text in ["1 201", "1 -200.5", "1", "9 0"] {
      let problem = problem(.stemPitch, text: text)
      #expect(problem?.field == "text" && problem?.detail.contains("a pitch from -200 to 200 (cents)") == true, "\(text)")
    }
    #expect(problem(.stemPitch, number: 2)?.field == "number")
  }

  @Test func `the form on the wire stays`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let forms: [(Command, String)] = [
      (.loop(LoopRequest(channel: 2, region: StemLoop(start: 1, end: 3))!), #"{"command":"loop","text":"2 1 3"}"#),
      (.loop(LoopRequest(channel: 2, region: .whole)!), #"{"command":"loop","text":"2 off"}"#),
      (.tempo(bpm: 96.5), #"{"command":"tempo","number":96.5}"#), (.channel(3), #"{"command":"channel","number":3}"#),
      (.mute(channel: 1), #"{"command":"mute","number":1}"#), (.solo(channel: 4), #"{"command":"solo","number":4}"#),
      (.stemVolume(channel: 1, 0.3), #"{"command":"stemVolume","text":"1 0.3"}"#),
      (.stemPitch(channel: 2, cents: -50), #"{"command":"stemPitch","text":"2 -50"}"#),
    ]
    for (command, form) in forms {
      let data = try encoder.encode(command)
      #expect(String(decoding: data, as: UTF8.self) == form)
      let back = try Command.read(data)
      #expect(back == command)
    }
  }

  @Test(arguments: [(3, 3), (3, 1), (-1, 2), (1, 5), (Int.min, Int.max)])
  func `a region out of its stem is not a request`(start: Int, end: Int) {
    #expect(LoopRequest(channel: 1, region: StemLoop(start: start, end: end)) == nil)
  }

  @Test func `a status with stems is the same after its way`() throws {
    var stems = StemsStatus(set: "Night", setIndex: 1, setCount: 3, tempoBPM: 110, key: nil, bar: 7, beat: 2, channels: [])
    stems.selected = 2
    var channel = StemChannelStatus(
      number: 2, name: "bass", bars: 8, volume: 0.5, pitchCents: -50, peakDB: -12, positionQuarters: 3.25)
    channel.pendingLoop = .whole
    stems.channels = [channel]
    let data = try JSONEncoder().encode(stems)
    let back = try JSONDecoder().decode(StemsStatus.self, from: data)
    #expect(back.selected == 2 && back.loading == nil && back.channels[0].pendingLoop == .whole && back.channels[0].loop == nil)
    #expect(back.channels[0].positionQuarters == 3.25 && !back.channels[0].locked)
  }
}
