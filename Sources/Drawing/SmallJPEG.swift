import Foundation
import Synchronization

/// Encodes images as JPEG below a number of bytes.
///
/// It lowers the quality, and then the size, until an image fits. The next image of this width begins with the step
/// that fitted, so that most images are encoded once. Any thread may call.
public final class SmallJPEG: Sendable {
  /// Steps from the best one on. Each has a divisor of the width, and a quality, 1...100. With the standard tables of
  /// JPEG a block costs some bits at any quality, so only fewer pixels make a large image small. The last step leaves
  /// at most 128 x 128 pixels of the largest frame, 8192 x 8192, and these always fit.
  private static let steps: [(divisor: Int, quality: Int)] = [
    (1, 60), (1, 40), (1, 25), (1, 15), (1, 8), (2, 15), (4, 15), (8, 15), (16, 15), (32, 15), (64, 15),
  ]
  /// Number of widths whose steps are remembered. Clients choose the widths.
  private static let mostWidths = 16

  private let limit: Int
  /// The step with which the next image of a width begins.
  private let starts = Mutex<[Int: Int]>([:])

  /// Creates an encoder.
  /// - Parameter limit: each JPEG has fewer bytes.
  public init(below limit: Int) { self.limit = limit }

  /// Returns the image as JPEG. Nil if it cannot be encoded, or if no step is small enough.
  public func encode(_ image: Canvas) -> Data? {
    let start = starts.withLock { $0[image.width] ?? 0 }
    for number in start..<Self.steps.count {
      let step = Self.steps[number]
      guard let data = image.shrunk(toWidth: max(1, image.width / step.divisor)).jpeg(quality: step.quality) else { return nil }
      guard data.count < limit else { continue }
      let better = max(0, number - 1)
      // A better quality rarely has 5/3 of the bytes. Twice the width has up to four times as many.
      let least = Self.steps[better].divisor == step.divisor ? limit * 3 / 5 : limit / 5
      let next = data.count < least ? better : number
      starts.withLock { starts in
        if starts[image.width] == nil, starts.count >= Self.mostWidths { starts.removeAll() }
        starts[image.width] = next
      }
      return data
    }
    return nil
  }
}
