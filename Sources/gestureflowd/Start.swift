import OwnerTool
import Supervisor

/// One program with two names: started as `gfctl` it is the owner's tool. Each carries Swift's runtime with it, and once is enough on an SD card.
@main enum Start {
  static func main() {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    if name == "gfctl" { return GFCtl.main() }
    // Before anything is opened: a daemon may be started with closed descriptors.
    StandardError.prepare()
    GestureFlowD.main()
  }
}
