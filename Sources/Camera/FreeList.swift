import Synchronization

/// Free pieces of memory that any thread takes and gives back. None waits.
struct FreeList: ~Copyable, Sendable {
  /// Addresses of the pieces, 0 for none. A camera, its readers and a measurement use fewer pieces at once.
  // Order: each exchange releases the piece given and acquires the piece received.
  private let pieces = InlineArray<24, Atomic<UInt>> { _ in Atomic(0) }

  // The last reference has the order of all others.
  deinit { for i in pieces.indices { Self.piece(pieces[i].load(ordering: .relaxed))?.deallocate() } }

  /// Takes a piece; nil without one.
  borrowing func take() -> UnsafeMutablePointer<UInt8>? {
    for i in pieces.indices {
      if let piece = Self.piece(pieces[i].exchange(0, ordering: .acquiring)) { return piece }
    }
    return nil
  }

  /// Gives a piece back. If the list is full, one piece is freed.
  borrowing func give(_ piece: UnsafeMutablePointer<UInt8>) {
    var spare = UInt(bitPattern: piece)
    for i in pieces.indices where spare != 0 { spare = pieces[i].exchange(spare, ordering: .acquiringAndReleasing) }
    Self.piece(spare)?.deallocate()
  }

  private static func piece(_ address: UInt) -> UnsafeMutablePointer<UInt8>? { UnsafeMutablePointer(bitPattern: address) }
}
