import GfctlTool
import Realtime

/// The entry point of one program with two names. Started as `gfctl` it is the owner's tool. Each program contains
/// the Swift runtime, so sharing one saves space on the SD card.
@main enum Start {
  static func main() {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    if name == "gfctl" { return GFCtl.main() }
    // Prepare before anything is opened: a daemon may be started with closed descriptors.
    StandardError.prepare()
    GestureFlowD.main()
  }
}
