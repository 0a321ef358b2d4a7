import CSndFile
import Foundation
import Sound
import TestSupport
import Testing

/// Speech over the music: the music is 12 dB quieter meanwhile, and unchanged before and after.
@Suite struct SpeechTests {
  /// Adds blocks of speech of one level.
  private func speak(_ engine: SoundEngine, blocks: Int, level: Float) {
    var taken = 0
    for _ in 0..<blocks * SoundFormat.block where engine.speech.push(level) { taken += 1 }
    #expect(taken == blocks * SoundFormat.block)
  }

  @Test func `music is 12 dB quieter during speech and the very same before and after`() {
    let rig = Rig()
    let samples = Rig.sine(220, frames: 200_000)
    rig.fill(0, samples)
    rig.load(0, at: 9001)
    rig.set()
    rig.render(200)
    // Silent speech: only its effect on the music is heard.
    for _ in 0..<300 {
      speak(rig.engine, blocks: 1, level: 0)
      rig.render(1)
    }
    rig.render(500)
    let heard = rig.left
    let music = Array(samples[9001..<9001 + heard.count])
    let (begin, end) = (200 * SoundFormat.block, 500 * SoundFormat.block)
    // 0.1 s until the music is quiet; 0.25 s of rest and 0.3 s until it is back.
    let quiet = begin + 4800..<end + 11_900
    let back = end + 12_000 + 14_500
    #expect(heard[2000..<begin] == music[2000..<begin], "behind the fade of the start")
    #expect(heard[back...] == music[back...])
    var least: Float = 1
    var most: Float = 0
    for i in quiet where abs(music[i]) > 0.05 {
      least = min(least, heard[i] / music[i])
      most = max(most, heard[i] / music[i])
    }
    for ratio in [least, most] { #expect(abs(Signals.decibels(Double(ratio)) + 12) < 0.01, "\(ratio)") }
    #expect(Signals.level(heard[begin..<begin + 1200]) > Signals.level(heard[quiet]) * 3, "it becomes quieter by and by")
    #expect(Signals.roughest(heard[2000...]) < 1.5 * Signals.roughest(music[2000...]), "it does not click")
  }

  @Test func `speech is heard as it is and ends`() {
    let rig = Rig()
    for _ in 0..<200 {
      speak(rig.engine, blocks: 1, level: 0.25)
      rig.render(1)
    }
    rig.render(200)
    #expect(rig.left.count { $0 == 0.25 } == 200 * SoundFormat.block)
    #expect(rig.left.suffix(20_000).allSatisfy { $0 == 0 })
  }

  @Test func `sound for one side is heard on that side alone`() {
    let engine = SoundEngine(volume: 1)
    let frames = 20 * SoundFormat.block
    let taken: Int = engine.speech.hold { push in
      (0..<2 * frames).count { $0 < frames ? push(0.25, 0) : push(0, -0.125) }
    }
    var block = [Float](repeating: 9, count: 2 * SoundFormat.block)
    var (left, right): ([Float], [Float]) = ([], [])
    for _ in 0..<60 {
      engine.rtRender(&block)
      for i in 0..<SoundFormat.block {
        left.append(block[2 * i])
        right.append(block[2 * i + 1])
      }
    }
    #expect(taken == 2 * frames)
    #expect(left.count { $0 == 0.25 } == frames && left.count { $0 == 0 } == left.count - frames)
    #expect(right.count { $0 == -0.125 } == frames && right.count { $0 == 0 } == right.count - frames)
  }

  @Test func `a sample waits for the end of a sound that holds the port`() {
    let engine = SoundEngine(volume: 1)
    let isAdded = DispatchSemaphore(value: 0)
    let isHeld: Bool = engine.speech.hold { push in
      Thread {
        _ = engine.speech.push(0.25)
        isAdded.signal()
      }.start()
      _ = push(0, 0)
      return isAdded.wait(timeout: .now() + 0.02) == .timedOut
    }
    #expect(isHeld)
    #expect(isAdded.wait(timeout: .now() + 300) == .success)
  }

  @Test func `a full port takes nothing and loses nothing`() {
    let rig = Rig()
    var taken = 0
    while rig.engine.speech.push(0.25) { taken += 1 }
    #expect(taken >= SoundFormat.rate / 4)
    rig.render(taken / SoundFormat.block + 20)
    #expect(rig.left.count { $0 == 0.25 } == taken)
  }

  @Test func `the end of the run fades the speech out`() {
    let rig = Rig()
    speak(rig.engine, blocks: 100, level: 0.25)
    rig.render(20)
    #expect(!rig.engine.state.isSilent)
    rig.engine.post(SoundCommand(.fadeOut))
    rig.render(60)
    #expect(rig.left[1000] == 0.25 && rig.left.suffix(2000).allSatisfy { $0 == 0 })
    #expect(Signals.roughest(rig.left[1000...]) < 0.001 && rig.engine.state.isSilent)
  }

  // MARK: - Files

  private static let wave = SF_FORMAT_WAV | SF_FORMAT_PCM_16

  private func write(_ path: String, seconds: Double = 1) {
    let samples = (0..<Int(22_050 * seconds)).map { Float(sin(Double($0) * 2 * .pi * 440 / 22_050)) * 0.5 }
    Signals.write(samples, to: path, rate: 22_050, channels: 1, format: Self.wave)
  }

  @Test func `a spoken file is read as mono of 48 kHz and kept as FLAC`() throws {
    try Places.withFolder { folder in
      let (wave, flac) = (folder.path + "/a.wav", folder.path + "/a.flac")
      write(wave)
      let read = try #require(SpeechFile.read(wave))
      // The resampler adds the length of its filter, 64 frames of the file.
      #expect(abs(read.count - 48_000) <= 140, "\(read.count)")
      #expect(abs(Signals.frequency(read[4000..<40_000]) - 440) < 1)
      #expect(SpeechFile.write(read, to: flac))
      let kept = try #require(SpeechFile.read(flac))
      #expect(kept.count >= read.count && kept.count < read.count + SoundFormat.block)
      #expect(zip(read, kept).allSatisfy { abs($0 - $1) < 0.001 })
      #expect(try Data(contentsOf: URL(fileURLWithPath: flac)).starts(with: Data("fLaC".utf8)))
      #expect(!SpeechFile.write(read, to: flac), "an existing file is not replaced")
    }
  }

  @Test func `a missing file and half a file are found`() throws {
    try Places.withFolder { folder in
      let (whole, half) = (folder.path + "/a.wav", folder.path + "/b.wav")
      write(whole)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: half))
      #expect(SpeechFile.isWhole(whole) && !SpeechFile.isWhole(half) && !SpeechFile.isWhole(folder.path + "/none.wav"))
      try Data(count: 5000).write(to: URL(fileURLWithPath: half))
      #expect(!SpeechFile.isWhole(half) && SpeechFile.read(half) == nil && SpeechFile.read(folder.path + "/none.wav") == nil)
    }
  }

  @Test func `a long file is cut`() throws {
    try Places.withFolder { folder in
      let path = folder.path + "/a.wav"
      write(path, seconds: Double(SpeechFile.longest) + 2)
      let count = try #require(SpeechFile.read(path)).count
      #expect(abs(count - SpeechFile.longest * SoundFormat.rate) <= 1024)
    }
  }
}
