import Realtime
import Synchronization

/// A channel that does not fit into memory. It keeps a bounded number of pages, fetched ahead of the place. Pages
/// go to the audio thread through a ring and belong to it until it gives them back.
///
/// Unchecked: one thread at a time writes the pages. It holds the lock, and writes only pages that the audio
/// thread does not have. From the first block on, the table belongs to the audio thread.
final class StemStream: @unchecked Sendable {
  /// Seconds until a file that could not be read is tried again.
  private static let pause = 0.25

  /// State shared by the threads that fill the pages.
  private struct Filling {
    /// Place in the pool of each page, and the free places.
    var places: [Int: Int] = [:]
    var free: [Int]
    /// Pages that the audio thread was requested to give back.
    var leaving: Set<Int> = []
    /// The last region reported as ready. It is kept while it may still take effect.
    var held: StreamOrder?
    /// An order that found the ring full.
    var unsent: StreamOrder?
    var again = 0.0
    var view: StreamView
  }

  /// The page table that the audio thread reads.
  let table: PageTable
  /// Maximum number of pages.
  let room: Int
  /// Number of bytes in memory, without the onsets.
  var bytes: Int { room * StreamPage.bytes + table.bytes }
  /// Number of pages in memory now.
  var used: Int { filling.withLock { $0.places.count } }
  private let file: any StreamFile
  /// The file's path when the set was loaded.
  private let origin: String
  private let window: StreamWindow
  private let pool: UnsafeMutablePointer<Int16>
  private let filling: Mutex<Filling>
  private let orders = Ring<StreamOrder>(capacity: 64, fill: StreamOrder(kind: .ready))
  private let given: Ring<Int>
  private let told: LatestValue<StreamView>
  // Order: stored when the audio thread has given the set back and so does not read its pages any more. A thread
  // that sees the value may free them.
  private let closed = Counter()
  // Order: a figure by itself; the path has its own lock.
  private let missing = Counter()

  /// - Parameters:
  ///   - file: source of the pages.
  ///   - bars, frames: length of the channel.
  ///   - room: maximum number of pages.
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

  /// Marks the stream as closed. The audio thread does not play it any more.
  func close() { closed.store(1) }
  /// Whether the stream is closed.
  var isClosed: Bool { closed.load() != 0 }
  /// Path of the file while it cannot be read; nil otherwise.
  var missingPath: String? { missing.load() != 0 ? file.path : nil }

  /// Updates the path of the file, which may have moved.
  /// - Parameter paths: new paths, by the paths with which the set was loaded.
  func move(_ paths: [String: String]) { if let path = paths[origin] { file.move(to: path) } }

  /// Fetches the pages of the beginning. Call it before the audio thread has the stream.
  /// - Returns: false if a page could not be read, or `goesOn` ended the fetching.
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

  /// Fetches the most urgent page. Any thread but the audio thread may call.
  /// - Returns: whether there is more to do at once.
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

  /// Reports that a loop may begin. All pages of its beginning must be in memory.
  /// - Returns: nil if there is nothing to report.
  private func say(_ view: StreamView, _ filling: inout Filling) -> Bool? {
    guard let region = view.asked else {
      filling.held = nil
      return nil
    }
    let bar = window.bar(view)
    if let held = filling.held, held.request == view.request, held.bar == bar { return nil }
    let isThere = window.pages(view, begins: region, bar: bar).allSatisfy { filling.places[$0] != nil && !filling.leaving.contains($0) }
    guard isThere else { return nil }
    let order = StreamOrder(kind: .ready, request: view.request, region: region, bar: bar)
    filling.held = order
    return send(order, &filling)
  }

  /// Requests the return of some pages that are not needed any more.
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

// Calls for the audio thread.
extension StemStream {
  @_noLocks func rtOrder() -> StreamOrder? { orders.pop() }

  /// Gives a page back. The ring has room for all pages.
  @_noLocks func rtGiveBack(_ index: Int) { _ = given.push(index) }

  @_noLocks func rtTell(_ view: StreamView) { told.store(view) }
}
