import Foundation

/// A terminal whose keys the test presses and whose screen it reads.
final class PseudoTerminal {
  /// The program's end, its input and output.
  let program: FileHandle
  private let master: Int32
  private var read = Data()

  init?() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which Swift does not import: it may be opened, and which one
    // it is.
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else { return nil }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { close(master) }

  func press(_ key: String) { _ = key.withCString { write(master, $0, strlen($0)) } }

  /// All that was written so far.
  var text: String {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      read.append(contentsOf: buffer[..<count])
    }
    return String(decoding: read, as: UTF8.self)
  }

  /// It gives lines, and shows what is typed, as a shell needs it.
  var isAsShellsNeedIt: Bool {
    var settings = termios()
    guard tcgetattr(program.fileDescriptor, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
