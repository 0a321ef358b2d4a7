import CLiteRT
import Foundation
import GestureFlowAPI

/// A loaded model with one float input. One thread at a time may use it.
public protocol InferenceModel: AnyObject, Sendable {
  /// Runs the model and returns its outputs. `fill` writes the input. Each output is valid until the next run.
  /// - Throws: `TrackerError.inference`.
  func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(Failure) -> [UnsafeBufferPointer<Float>]
}

/// Precision in which a model's float layers are computed.
public enum Precision: Sendable, Equatable {
  /// 32 bits.
  case single
  /// 16 bits. Takes half the time on a processor with half-precision arithmetic, and several times as long without.
  case half
}

/// A type that loads models.
public protocol ModelRuntime: AnyObject, Sendable {
  /// Loads a model with one float input and `outputs` float outputs. Inside, the model may use any number format.
  /// - Throws: `TrackerError.missing` or `.damaged`, with the file's path.
  func load(_ file: ModelFile, outputs: Int, precision: Precision) throws(Failure) -> any InferenceModel
}

/// The LiteRT library, loaded with `dlopen` on demand.
///
/// `@unchecked Sendable`: a C handle that is set once. LiteRT allows models to be made and run on any thread, each
/// model on one thread at a time.
public final class LiteRT: ModelRuntime, @unchecked Sendable {
  private let handle: OpaquePointer

  /// - Throws: `Failure` when the library is missing, damaged or of another version.
  public init(library: ModelFile) throws(Failure) {
    try library.verify()
    var why = [CChar](repeating: 0, count: 256)
    guard let handle = gf_runtime_open(library.path, &why, why.count) else {
      throw .runtime(String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    self.handle = handle
  }

  deinit { gf_runtime_close(handle) }

  /// Loads a model onto XNNPACK with one thread.
  public func load(_ file: ModelFile, outputs: Int, precision: Precision) throws(Failure) -> any InferenceModel {
    try file.verify()
    var why = [CChar](repeating: 0, count: 256)
    guard let model = gf_model_load(handle, file.path, 1, precision == .half ? 1 : 0, Int32(outputs), &why, why.count) else {
      throw .damaged(model: file.path, String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return LiteRTModel(model, runtime: self, name: file.name, outputs: outputs)
  }
}

/// A model loaded by LiteRT.
///
/// `@unchecked Sendable`: a C handle and buffers that are set once. Callers use it on one thread at a time, as
/// `InferenceModel` demands.
private final class LiteRTModel: InferenceModel, @unchecked Sendable {
  private let model: OpaquePointer
  private let runtime: LiteRT  // outlives its models
  private let name: String
  private let outputs: [UnsafeMutableBufferPointer<Float>]
  private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

  init(_ model: OpaquePointer, runtime: LiteRT, name: String, outputs: Int) {
    self.model = model
    self.runtime = runtime
    self.name = name
    self.outputs = (0..<outputs).map { .allocate(capacity: gf_model_output_count(model, Int32($0))) }
    pointers = .allocate(capacity: outputs)
    for (i, buffer) in self.outputs.enumerated() {
      buffer.initialize(repeating: 0)
      (pointers + i).initialize(to: buffer.baseAddress)
    }
  }

  deinit {
    gf_model_close(model)
    for buffer in outputs { buffer.deallocate() }
    pointers.deallocate()
  }

  func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(Failure) -> [UnsafeBufferPointer<Float>] {
    guard let input = gf_model_begin_input(model) else { throw .inference(model: name, status: -1) }
    fill(input)
    gf_model_end_input(model)
    let status = gf_model_run(model, pointers)
    guard status == 0 else { throw .inference(model: name, status: Int(status)) }
    return outputs.map { UnsafeBufferPointer($0) }
  }
}

/// Why there is no hand tracking.
extension Failure {
  /// A file of the model runtime is missing.
  package static func missing(model path: String) -> Failure {
    Failure(
      "\(path) is missing", remedy: "run `make setup` (on a box: reinstall the package), or set GESTUREFLOW_RUNTIME to its folder")
  }
  /// A file of the model runtime is damaged. It cannot be read, or is another one.
  package static func damaged(model path: String, _ reason: String) -> Failure {
    Failure("\(path) is damaged (\(reason))", remedy: "delete it and run `make setup` (on a box: reinstall the package)")
  }
  /// LiteRT does not load.
  package static func runtime(_ reason: String) -> Failure {
    Failure("the model runtime could not be loaded (\(reason))", remedy: "run `make setup` (on a box: reinstall the package)")
  }
  /// A model does not run. - Parameter status: of LiteRT.
  package static func inference(model: String, status: Int) -> Failure {
    Failure("model \(model) failed with LiteRT status \(status)", remedy: "restart the box; if it fails again, reinstall the package")
  }
}
