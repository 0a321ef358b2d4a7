/// Decides whether `auto` may use a video node as a camera.
///
/// A Raspberry Pi has about a dozen nodes that are not cameras: its codecs, its image processor, the receivers of its
/// CSI ports. Some of them claim to capture frames, can be opened and even started, and never deliver a frame.
package enum CameraCandidate {
  /// Drivers, cards and buses of processors, which are not cameras. They have nodes for frames.
  static let processors = [
    "bcm2835-codec", "bcm2835-isp", "bcm2835_isp", "pispbe", "pisp_be", "pisp-be", "rp1-cfe", "rp1_cfe", "rpivid", "rpi-hevc-dec",
    "hevc-dec",
    "hantro", "rkvdec", "cedrus", "vim2m",
  ]
  /// Words in a driver's name or bus that no camera has.
  static let processorWords: Set<String> = ["codec", "decoder", "encoder", "dec", "enc", "isp", "jpegdec", "jpegenc", "vpu", "scaler"]

  private static let link = "a link of a media chain"

  /// Whether the reason describes a receiver for a ribbon-cable camera.
  static func isReceiver(_ reason: String) -> Bool { reason.hasPrefix(link) || ["rp1-cfe", "rp1_cfe"].contains { reason.hasSuffix($0) } }

  /// Whether the device is a part of the board, never a camera. Such a device need not be opened again in each search.
  /// A plugged-in or virtual device may change.
  package static func isForGood(_ device: VideoDescription) -> Bool {
    guard device.bus.hasPrefix("platform:") else { return false }
    if !device.capabilities.isDisjoint(with: [.memoryToMemory, .memoryToMemoryPlanes]) { return true }
    return processors.contains { name in [device.driver, device.card, device.bus].contains { $0.lowercased().contains(name) } }
  }

  /// Returns why the device cannot be read at all. Nil if it can. This also holds for a device that the user has named.
  package static func obstacle(_ device: VideoDescription) -> String? {
    let can = device.capabilities
    if !can.isDisjoint(with: [.memoryToMemory, .memoryToMemoryPlanes]) { return "a codec or converter, \(device.card)" }
    guard can.contains(.capture) else {
      if can.contains(.capturePlanes) { return "separate planes, which are not supported, \(device.card)" }
      if !can.isDisjoint(with: [.metadata, .metadataOutput]) { return "metadata and no frames, \(device.card)" }
      if !can.isDisjoint(with: [.output, .outputPlanes]) { return "an output, \(device.card)" }
      return "not a video capture device, \(device.card)"
    }
    return can.contains(.streaming) ? nil : "it does not stream, \(device.card)"
  }

  /// Returns why `auto` skips the device; nil if it does not.
  package static func refusal(_ device: VideoDescription, inputs: [VideoInput]) -> String? {
    if let processor = processors.first(where: { name in
      [device.driver, device.card, device.bus].contains { $0.lowercased().contains(name) }
    }) {
      return "not a camera but a part of the board, \(processor)"
    }
    let words = [device.driver, device.bus].flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    if let word = words.first(where: processorWords.contains) { return "not a camera but a processor, \(device.driver) (\(word))" }
    if let obstacle = obstacle(device) { return obstacle }
    let can = device.capabilities
    if can.contains(.mediaController) || can.contains(.metadata) { return "\(link), which only libcamera can assemble, \(device.card)" }
    if inputs.contains(where: \.isCamera) { return nil }
    return inputs.isEmpty
      ? "it has no input, \(device.card)" : "not a camera input but \(inputs.map(\.name).joined(separator: " and ")), \(device.card)"
  }
}
