extension [Float] {
  /// The element that would stand at this place if all were sorted, the smallest at 0. Puts the elements in another order, and takes a time in proportion to their number:
  /// a camera's noise is learned from it with every frame (Hoare's selection, Communications of the ACM 4, 1961).
  /// - Parameter rank: 0..<count. No element is NaN.
  package mutating func ofRank(_ rank: Int) -> Float {
    var (low, high) = (0, count - 1)
    withUnsafeMutableBufferPointer { all in
      while low < high {
        let pivot = all[(low + high) / 2]
        var (i, j) = (low, high)
        while i <= j {
          while all[i] < pivot { i += 1 }
          while all[j] > pivot { j -= 1 }
          if i <= j {
            all.swapAt(i, j)
            i += 1
            j -= 1
          }
        }
        // Between both lie only elements that equal the pivot.
        if rank <= j { high = j } else if rank >= i { low = i } else { break }
      }
    }
    return self[rank]
  }

  /// Of an even number the upper one of both in the middle; 0 of nothing.
  package mutating func median() -> Float { isEmpty ? 0 : ofRank(count / 2) }
}
