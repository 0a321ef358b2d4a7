extension [Float] {
  /// Returns the element of this rank in sorted order. The smallest has rank 0. Reorders the elements and takes time in
  /// proportion to their number.
  /// It runs in every frame to learn a camera's noise (Hoare's selection, Communications of the ACM 4, 1961).
  /// - Parameter rank: 0..<count. No element may be NaN.
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
        // All elements between the two indices equal the pivot.
        if rank <= j { high = j } else if rank >= i { low = i } else { break }
      }
    }
    return self[rank]
  }

  /// Returns the median. Of an even number of elements it is the upper of the two in the middle; of none it is 0.
  package mutating func median() -> Float { isEmpty ? 0 : ofRank(count / 2) }
}
