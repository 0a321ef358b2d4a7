import Realtime
import Synchronization

/// A channel that does not fit into memory: a bounded number of pages of it, fetched ahead of the place. Pages go to the audio thread through a ring and belong to it until it gives them back.
///
/// Unchecked: its pages are written by one thread at a time, which holds the lock, and only while the audio thread does not have them; the table is the audio thread's from the first block on.
final class StemStream: @unchecked Sendable {
  /// Seconds after which a file that could not be read is tried again.
  private static let pause = 0.25

  /// What the threads that fill it share.
  private struct Filling {
    /// Which of the pool's places a page of the channel has, and those that are free.
    var places: [Int: Int] = [:]
    var free: [Int]
    /// Pages that the audio thread was asked to give back.
    var leaving: Set<Int> = []
    /// What was last said to be ready, until it has come of it what may.
    var held: StreamOrder?
    /// What found the ring full.
    var unsent: StreamOrder?
    var again = 0.0
    var view: StreamView
  }

  /// What the audio thread reads.
  let table: PageTable
  /// Pages that it may have.
  let room: Int
  /// Bytes that it has in memory, its onsets not counted.
  var bytes: Int { room * StreamPage.bytes + table.bytes }
  /// Pages that are in memory now.
  var used: Int { filling.withLock { $0.places.count } }
  private let file: any StreamFile
  /// Where it lay when the set was loaded.
  private let origin: String
  private let window: StreamWindow
  private let pool: UnsafeMutablePointer<Int16>
  private let filling: Mutex<Filling>
  private let orders = Ring<StreamOrder>(capacity: 64, fill: StreamOrder(kind: .ready))
  private let given: Ring<Int>
  private let told: LatestValue<StreamView>
  // Order: stored when the audio thread has given the set back, and so reads its pages no more; who sees it may let go of them.
  private let closed = Counter()
  // Order: a figure by itself; the path has a lock of its own.
  private let missing = Counter()

  /// - Parameters: - file: gives its pages. - bars, frames: of the channel. - room: pages that it may have.
  init(_ file: any StreamFile, _ grid: BarGrid, bars: Int, frames: Int64, room: Int) {
    self.file = file
    origin = file.path
    self.room = room
    table = PageTable(count: StreamPage.count(of: frames))
    window = StreamWindow(grid, frames: frames, pages: room)
    pool = .allocate(capacity: room * StreamPage.bytes / 2)
    given = Ring(capacity: room, fill: 0)
    let view = StreamView(plan: LoopPlan(grid, bars: bars, frames: frames))
    told = LatestValue(view)
    filling = Mutex(Filling(free: Array((0..<room).reversed()), view: view))
  }

  deinit {
    table.free()
    pool.deallocate()
  }

  /// Nobody plays it any more.
  func close() { closed.store(1) }
  /// Whether nobody plays it any more.
  var isClosed: Bool { closed.load() != 0 }
  /// The file, while it cannot be read.
  var missingPath: String? { missing.load() != 0 ? file.path : nil }

  /// Its file may lie elsewhere by now. - Parameter paths: by where they lay when the set was loaded.
  func move(_ paths: [String: String]) { if let path = paths[origin] { file.move(to: path) } }

  /// Fetches what the beginning needs, before the audio thread has it. - Returns: false if it could not be read, or is not wanted any more.
  func prime(goesOn: () -> Bool) -> Bool {
    filling.withLock { filling in
      for index in window.pages(filling.view, held: nil, isFar: false) {
        guard goesOn(), let place = filling.free.popLast() else { return false }
        guard file.read(index, into: page(place)) else { return false }
        filling.places[index] = place
        table.rtPut(page(place), at: index)
      }
      return true
    }
  }

  /// Fetches the page that is wanted most; any thread but the audio thread. - Returns: whether there is more to do at once.
  func fill() -> Bool { filling.withLock { fill(&$0) } }

  private func fill(_ filling: inout Filling) -> Bool {
    while let index = given.pop() {
      filling.leaving.remove(index)
      if let place = filling.places.removeValue(forKey: index) { filling.free.append(place) }
    }
    if let fresh = told.loadIfFresh() { filling.view = fresh }
    if let order = filling.unsent {
      guard orders.push(order) else { return false }
      filling.unsent = nil
    }
    let view = filling.view
    if let done = say(view, &filling) { return done }
    let wanted = window.pages(view, held: filling.held)
    guard let next = wanted.first(where: { filling.places[$0] == nil }) else { return false }
    guard let place = filling.free.popLast() else { return makeRoom(Set(wanted), &filling) }
    guard Clock.seconds >= filling.again, file.read(next, into: page(place)) else {
      filling.free.append(place)
      if Clock.seconds >= filling.again { filling.again = Clock.seconds + Self.pause }
      missing.store(1)
      return false
    }
    missing.store(0)
    filling.places[next] = place
    return send(StreamOrder(kind: .page, index: next, page: page(place)), &filling)
  }

  /// Says that a loop may begin when all is there that its beginning needs. - Returns: nil if there is nothing to say.
  private func say(_ view: StreamView, _ filling: inout Filling) -> Bool? {
    guard let region = view.asked else {
      filling.held = nil
      return nil
    }
    let bar = window.bar(view)
    if let held = filling.held, held.wish == view.wish, held.bar == bar { return nil }
    let isThere = window.pages(view, begins: region, bar: bar).allSatisfy { filling.places[$0] != nil && !filling.leaving.contains($0) }
    guard isThere else { return nil }
    let order = StreamOrder(kind: .ready, wish: view.wish, region: region, bar: bar)
    filling.held = order
    return send(order, &filling)
  }

  /// Asks for some pages back that are not wanted any more.
  private func makeRoom(_ wanted: Set<Int>, _ filling: inout Filling) -> Bool {
    guard filling.leaving.isEmpty else { return false }
    for index in filling.places.keys.filter({ !wanted.contains($0) }).prefix(StreamWindow.spare) {
      filling.leaving.insert(index)
      if !send(StreamOrder(kind: .leave, index: index), &filling) { break }
    }
    return false
  }

  private func send(_ order: StreamOrder, _ filling: inout Filling) -> Bool {
    if orders.push(order) { return true }
    filling.unsent = order
    return false
  }

  private func page(_ place: Int) -> UnsafeMutablePointer<Int16> { pool + place * StreamPage.bytes / 2 }
}

// The audio thread's side.
extension StemStream {
  @_noLocks func rtOrder() -> StreamOrder? { orders.pop() }

  /// There is room: no more pages are on their way than there are.
  @_noLocks func rtGiveBack(_ index: Int) { _ = given.push(index) }

  @_noLocks func rtTell(_ view: StreamView) { told.store(view) }
}
