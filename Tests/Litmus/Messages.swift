import Glibc
import Realtime
import Sound
import Synchronization

// Shapes in which one thread writes data and signals it to others.
extension Shape {
  static let messages = [ring, box, blocks, causality, coherence]

  /// MP, and back again: a write before a push is visible after the pop.
  /// A released slot is written only after it has been read.
  private static let ring = Shape(name: "mp ring") { rounds in
    let (there, back) = (Shared(Ring<Int>(capacity: 4, fill: 0)), Shared(Ring<Int>(capacity: 4, fill: 0)))
    let plain = Plain(4)
    return try Finding.of([
      { finding in
        for round in 1...rounds {
          let place = round <= 4 ? round - 1 : finding.wait { back.it.pop() }
          guard let place else { return }
          plain.cells[place] = round
          if finding.wait({ there.it.push(place) ? true : nil }) == nil { return }
        }
      },
      { finding in
        for round in 1...rounds {
          guard let place = finding.wait({ there.it.pop() }) else { return }
          let seen = plain.cells[place]
          if seen != round { return finding.fault("message \(round) was \(seen) when it came") }
          _ = back.it.push(place)
        }
      },
    ])
  }

  /// MP through the box, with a value wider than a processor's write.
  /// A reader never sees a mixture or an older value.
  private static let box = Shape(name: "mp latest value") { rounds in
    let box = Shared(LatestValue<InlineArray<8, Int>>(InlineArray(repeating: 0)))
    let (progress, seen) = (Shared(Counter()), Shared(Counter()))
    return try Finding.of([
      { finding in
        for round in 1...rounds {
          box.it.store(InlineArray(repeating: round))
          progress.it.store(Int64(round))
          // Now and then the reader must run in between.
          if round % 8 == 0, finding.wait({ seen.it.load() + 64 > round ? true : nil }) == nil { return }
        }
      },
      { finding in
        var last = 0
        while last < rounds, finding.goesOn {
          let least = progress.it.load()
          let value = box.it.load()
          for i in 1..<8 where value[i] != value[0] { return finding.fault("in parts: \(value[0]) and \(value[i])") }
          if value[0] < last { return finding.fault("\(value[0]) after \(last)") }
          if value[0] < least { return finding.fault("\(value[0]), and \(least) was stored before the look") }
          if value[0] > last + 1 { finding.overtaken() }
          last = value[0]
          seen.it.store(Int64(last))
        }
      },
    ])
  }

  /// MP through the ring of blocks.
  /// Each block arrives complete and in order. A lost block is missing, and nothing else is.
  private static let blocks = Shape(name: "mp block ring") { rounds in
    let ring = BlockRing(blocks: 4)
    let count = SoundFormat.block * 2
    // Floats are exact integers up to there.
    let rounds = min(rounds, 1 << 24)
    let done = Shared(Counter())
    return try Finding.of([
      { finding in
        for round in 1...rounds {
          let block = ring.rtBack()
          for i in 0..<count { block[i] = Float(round) }
          let lost = ring.lost
          ring.rtPush()
          if ring.lost != lost { finding.overtaken() }
        }
        done.it.store(1)
      },
      { finding in
        var last: Float = 0
        var heard = 0
        while finding.goesOn {
          let isLast = done.it.load() == 1
          guard let block = ring.front() else {
            if isLast { break }
            sched_yield()
            continue
          }
          for i in 1..<count where block[i] != block[0] { return finding.fault("in parts: \(block[0]) and \(block[i])") }
          if block[0] <= last { return finding.fault("\(block[0]) after \(last)") }
          last = block[0]
          heard += 1
          ring.drop()
        }
        if heard + ring.lost != rounds { finding.fault("\(heard) were heard and \(ring.lost) lost of \(rounds)") }
      },
    ])
  }

  /// WRC: the third thread sees the first thread's write.
  /// It has received the signal only from the second.
  private static let causality = Shape(name: "wrc ring to ring") { rounds in
    let (first, second) = (Shared(Ring<Int>(capacity: 4, fill: 0)), Shared(LatestValue<Int>(0)))
    let plain = Plain(rounds + 1)
    return try Finding.of([
      { finding in
        for round in 1...rounds {
          plain.cells[round] = round
          if finding.wait({ first.it.push(round) ? true : nil }) == nil { return }
        }
      },
      { finding in
        for _ in 1...rounds {
          guard let round = finding.wait({ first.it.pop() }) else { return }
          second.it.store(round)
        }
      },
      { finding in
        var last = 0
        while last < rounds {
          guard let round = finding.wait({ second.it.loadIfFresh() }) else { return }
          if plain.cells[round] != round { return finding.fault("\(round) was told, and its memory was \(plain.cells[round])") }
          if round > last + 1 { finding.overtaken() }
          last = round
        }
      },
    ])
  }

  /// CoRR and CoWW: two threads raise a counter.
  /// No increment is lost, and no thread sees the counter fall. A write before an increment is visible with it.
  private static let coherence = Shape(name: "co counter") { rounds in
    let counter = Shared(Counter())
    let plain = Plain(2 * (rounds + 1))
    let raise: @Sendable (Int) -> @Sendable (Finding) -> Void = { side in
      { finding in
        for round in 1...rounds {
          plain.cells[2 * round + side] = round
          counter.it.add(side == 0 ? 1 : 1 << 32)
          if round % 64 == 0 { sched_yield() }
        }
      }
    }
    return try Finding.of([
      raise(0), raise(1),
      { finding in
        var last: (Int, Int) = (0, 0)
        while last != (rounds, rounds), finding.goesOn {
          let value = Int(counter.it.load())
          let now = (value & 0xFFFF_FFFF, value >> 32)
          if now.0 < last.0 || now.1 < last.1 { return finding.fault("\(now) after \(last)") }
          let before = (plain.cells[2 * now.0], plain.cells[2 * now.1 + 1])
          if before != now { return finding.fault("\(now) was counted, and \(before) written before") }
          if now.0 > last.0 + 1 { finding.overtaken() }
          last = now
        }
      },
    ])
  }
}
