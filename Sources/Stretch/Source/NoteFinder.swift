import Glibc

/// A detector of notes that begin among others that continue.
/// The spectrum then rises in some bands while the whole sound hardly does.
///
/// It is based on the spectral flux (Böck and Widmer, "Maximum filter vibrato suppression for onset detection",
/// 2013). Every 512 frames it takes the magnitudes of 43 ms in 80 bands on the mel scale, as logarithms. The
/// flux is the sum of their excess over the loudest of three neighbouring bands 1024 frames before. A note has
/// the largest flux of five, above its median over the last third of a second. The bands of its next 43 ms also
/// exceed those of the 64 ms before, and their neighbours. That separates it from the periods of a deep tone,
/// which come and go, and from a glide, which moves on.
struct NoteFinder: ~Copyable {
  /// Distance of spectra in frames.
  private static let hop = 512
  /// Length of a spectrum in frames.
  static let length = 2048
  /// Distance of the spectra that locate a note's start, in frames.
  private static let fineHop = 128
  /// Number of spectra between the two that are compared.
  private static let lag = 2
  private static let bandCount = 80
  /// Frequencies of the lowest and the highest band's edges, in Hz.
  private static let (lowest, highest) = (30.0, 16_000.0)
  /// Number of fluxes in the median, before and after the judged one.
  private static let (before, behind) = (30, 3)
  /// The flux must exceed `rise` times the median by `least`.
  private static let (rise, least): (Float, Float) = (1.6, 1)
  /// Numbers of spectra in the means, and of neighbours on either side.
  /// The means are from the note on and before it. `leastMean` is the excess over the neighbours, as a sum of
  /// logarithms.
  private static let (meanBehind, meanBefore, neighbours) = (4, 6, 2)
  private static let leastMean: Float = 1
  /// Numbers of spectra without a larger flux, and between two notes.
  /// The former is for either side.
  private static let (near, rest) = (2, 4)
  /// Earliest and latest start of a note, in frames.
  /// They count from the middle of the spectrum in which it is found.
  private static let (earliest, latest) = (-1536, 768)
  /// Numbers of cells of the final search.
  /// The first is the range around the start that the spectra give; the energy rises most within it. The others
  /// are the cells that are compared: before and from there on.
  private static let (around, cellsBefore, cellsBehind) = (2, 6, 4)
  /// Number of frames that are stored.
  private static let memory = 8192

  /// A triangle of the mel scale: the first bin and the weights.
  private struct Band {
    var first: Int
    var weights: [Float]
  }

  private let arena: Arena
  private let transform = StretchTables.shared.noteTransform
  private let x: Planes
  private let y: Planes
  private let magnitudes: UnsafeMutablePointer<Float>
  private let first: UnsafeMutablePointer<Float>
  private let window: [Float]
  private let bands: [Band]
  /// The last frames, both channels.
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// Bands of the last spectra, the newest last.
  private var spectra: [[Float]]
  /// The last fluxes, the newest last.
  private var fluxes = [Float](repeating: 0, count: NoteFinder.before + NoteFinder.behind + 1)
  /// Energies of the first difference in the last cells.
  private var cells = [Float](repeating: 0, count: NoteFinder.memory / OnsetFinder.cell)
  /// Number of spectra since the last note.
  private var since = NoteFinder.rest

  init() {
    var arena = Arena(bytes: 4 * (Self.length * 5 + 2 * Self.memory + 512))
    (x, y) = (arena.planes(Self.length), arena.planes(Self.length))
    (magnitudes, first) = (arena.floats(Self.length / 2), arena.floats(Self.length / 2))
    (left, right) = (arena.floats(Self.memory), arena.floats(Self.memory))
    self.arena = arena
    window = (0..<Self.length).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(Self.length))) }
    bands = Self.mel()
    spectra = Array(repeating: [Float](repeating: 0, count: bands.count), count: Self.lag + Self.meanBefore + Self.behind)
  }

  /// Returns triangles with equally distant corners on the mel scale.
  /// The scale is 2595 log10(1 + f / 700). Triangles between two bins are omitted.
  private static func mel() -> [Band] {
    let width = 48_000 / Double(length)
    func mel(_ hz: Double) -> Double { 2595 * log10(1 + hz / 700) }
    let (low, high) = (mel(lowest), mel(highest))
    let corners = (0...bandCount + 1).map {
      700 * (pow(10, (low + (high - low) * Double($0) / Double(bandCount + 1)) / 2595) - 1) / width
    }
    return (0..<bandCount).compactMap { k in
      let (a, b, c) = (corners[k], corners[k + 1], corners[k + 2])
      let first = Int(a.rounded(.up))
      // For arm64 the compiler gives up on this as one expression.
      let weights = (first...max(first, Int(c))).map { bin -> Float in
        let (rise, fall) = ((Double(bin) - a) / (b - a), (c - Double(bin)) / (c - b))
        return Float(max(0, min(rise, fall)))
      }
      return weights.contains { $0 > 0 } ? Band(first: first, weights: weights) : nil
    }
  }

  /// Returns the room for a frame and its followers in its cell.
  func room(at frame: Int64) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    let slot = Int(truncatingIfNeeded: frame) & (Self.memory - 1)
    return (left + slot, right + slot)
  }

  /// Adds the energy of the cell that ends before `frame`.
  /// - Returns: the frame at which a note begins, when one is found: at most 4096 frames earlier.
  mutating func close(cell energy: Float, before frame: Int64) -> Int64? {
    cells[cell(frame - 1)] = energy
    guard frame % Int64(Self.hop) == 0 else { return nil }
    spectra.removeFirst()
    spectra.append(bands(before: frame))
    fluxes.removeFirst()
    fluxes.append(rise(of: spectra[spectra.count - 1], over: spectra[spectra.count - 1 - Self.lag], neighbours: 1))
    since += 1
    guard since >= Self.rest, isNote() else { return nil }
    since = 0
    return begin(around: frame - Int64(Self.behind * Self.hop + Self.length / 2))
  }

  /// Whether the spectrum `behind` the newest is that of a note.
  private func isNote() -> Bool {
    let flux = fluxes[Self.before]
    guard flux >= Self.least, fluxes[(Self.before - Self.near)...(Self.before + Self.near)].allSatisfy({ $0 <= flux }),
      flux >= Self.rise * fluxes.sorted()[fluxes.count / 2] + Self.least
    else { return false }
    let (after, former) = (mean(spectra.suffix(Self.meanBehind)), mean(spectra.prefix(Self.meanBefore)))
    return rise(of: after, over: former, neighbours: Self.neighbours) >= Self.leastMean
  }

  /// Returns the excess of bands over the loudest earlier ones nearby.
  private func rise(of bands: [Float], over former: [Float], neighbours: Int) -> Float {
    var sum: Float = 0
    for k in bands.indices {
      var most = former[k]
      for other in max(0, k - neighbours)...min(bands.count - 1, k + neighbours) { most = max(most, former[other]) }
      sum += max(0, bands[k] - most)
    }
    return sum
  }

  private func mean(_ spectra: ArraySlice<[Float]>) -> [Float] {
    bands.indices.map { k in spectra.reduce(0) { $0 + $1[k] } / Float(spectra.count) }
  }

  private func bands(before frame: Int64) -> [Float] {
    measure(before: frame)
    return bands.map { band in
      var sum: Float = 0
      for k in band.weights.indices { sum += band.weights[k] * magnitudes[band.first + k] }
      // In double precision: processors differ in the last place of single precision's log10.
      return Float(log10(Double(1 + 50 * sum)))
    }
  }

  /// Computes `magnitudes`, under a Hann window and of both channels together.
  /// The two are one complex signal, so one transform has the energies of both.
  private func measure(before frame: Int64) {
    let begin = Int(truncatingIfNeeded: frame) - Self.length
    for i in 0..<Self.length {
      let slot = (begin + i) & (Self.memory - 1)
      x.re[i] = left[slot] * window[i]
      x.im[i] = right[slot] * window[i]
    }
    let spectrum = transform.run(x, y)
    let (re, im) = (spectrum.re, spectrum.im)
    for bin in 0..<Self.length / 2 {
      let mirror = (Self.length - bin) & (Self.length - 1)
      let (a, b) = (re[bin] * re[bin] + im[bin] * im[bin], re[mirror] * re[mirror] + im[mirror] * im[mirror])
      magnitudes[bin] = (0.5 * (a + b)).squareRoot()
    }
  }

  /// Returns the frame at which a note begins.
  /// A rising bin has half of its magnitude when half of the window lies after the start. Near there, the note
  /// begins where the energy rises most.
  private func begin(around middle: Int64) -> Int64 {
    let places = Array(stride(from: middle + Int64(Self.earliest), through: middle + Int64(Self.latest), by: Self.fineHop))
    let rises = places.map { place -> Float in
      measure(before: place + Int64(Self.length / 2))
      if place == places[0] { first.update(from: magnitudes, count: Self.length / 2) }
      var sum: Float = 0
      for bin in 0..<Self.length / 2 { sum += max(0, magnitudes[bin] - first[bin]) }
      return sum
    }
    let most = rises.max()!
    let top = rises.firstIndex(of: most)!
    let place = places[rises[...top].lastIndex { $0 < 0.5 * most }.map { $0 + 1 } ?? 0]
    let size = Int64(OnsetFinder.cell)
    let candidates = (-Self.around...Self.around).map { (place / size + Int64($0)) * size }
    func energy(_ first: Int64, _ count: Int) -> Float {
      (0..<Int64(count)).reduce(1e-7) { $0 + cells[cell(first + $1 * size)] } / Float(count)
    }
    func rise(_ frame: Int64) -> Float {
      energy(frame, Self.cellsBehind) / energy(frame - Int64(Self.cellsBefore) * size, Self.cellsBefore)
    }
    return candidates.max { rise($0) < rise($1) }!
  }

  private func cell(_ frame: Int64) -> Int { Int(truncatingIfNeeded: frame) / OnsetFinder.cell & (cells.count - 1) }
}
