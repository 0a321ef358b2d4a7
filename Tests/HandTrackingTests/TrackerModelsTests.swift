import HandTracking
import Testing

/// Tests of the loaded models and of their precision.
@Suite struct TrackerModelsTests {
  private static let halfPrecision = Processor(cpuInfo: "Features : fphp asimdhp asimddp\n")

  @Test func `two threads have a landmark model each`() throws {
    let one = TrueWorld()
    _ = try one.models(parallel: false)
    #expect(one.loaded == ["palm_detection_full.tflite", "hand_landmark_int8.tflite"])
    let two = TrueWorld()
    _ = try two.models(parallel: true)
    #expect(two.loaded == ["palm_detection_full.tflite", "hand_landmark_int8.tflite", "hand_landmark_int8.tflite"])
  }

  @Test func `each size has its files`() throws {
    for (size, files) in [
      (ModelSize.float, ["palm_detection_full.tflite", "hand_landmark_exact.tflite"]),
      (.int8, ["palm_detection_full.tflite", "hand_landmark_int8.tflite"]),
      (.lite, ["palm_detection_lite.tflite", "hand_landmark_lite_exact.tflite"]),
    ] {
      let world = TrueWorld()
      #expect(try world.models(size).size == size)
      #expect(world.loaded == files)
    }
  }

  /// An 8-bit model is slower in half precision. The palm model beside it is a float model.
  @Test func `float models use half precision when the processor has it`() throws {
    let float = TrueWorld()
    _ = try float.models(.float, processor: Self.halfPrecision)
    #expect(float.loaded == ["palm_detection_full.tflite in half precision", "hand_landmark_exact.tflite in half precision"])
    let int8 = TrueWorld()
    _ = try int8.models(.int8, processor: Self.halfPrecision)
    #expect(int8.loaded == ["palm_detection_full.tflite in half precision", "hand_landmark_int8.tflite"])
  }

  #if arch(x86_64)
    /// XNNPACK would use half precision on x86, too. It would be 2 to 4 times slower. A request for half precision
    /// must give the same bits as single precision.
    @Test func `an x 86 never computes in half precision`() throws {
      let folder = ModelFolder.standard()
      let runtime = try LiteRT(library: folder.library)
      func landmarks(_ precision: Precision) throws -> [Float] {
        let model = try runtime.load(folder.landmarks(.float), outputs: 4, precision: precision)
        let answers = try model.run { input in for i in 0..<224 * 224 * 3 { input[i] = Float(i % 251) / 250 } }
        return Array(answers[0])
      }
      let half = try landmarks(.half)
      #expect(try half == landmarks(.single))
    }
  #endif
}
