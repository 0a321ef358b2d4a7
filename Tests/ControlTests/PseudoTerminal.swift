import Foundation

/// A terminal: the test presses its keys and reads its screen.
final class PseudoTerminal {
  /// The program's end: its input and output.
  let program: FileHandle
  private let master: Int32
  private var read = Data()

  init?() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which Swift does not import. They unlock the terminal
    // and return its number.
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else { return nil }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { close(master) }

  func press(_ key: String) { _ = key.withCString { write(master, $0, strlen($0)) } }

  /// All text written up to now.
  var text: String {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      read.append(contentsOf: buffer[..<count])
    }
    return String(decoding: read, as: UTF8.self)
  }

  /// Whether it has line input and echo, as a shell needs.
  var isAsShellsNeedIt: Bool {
    var settings = termios()
    guard tcgetattr(program.fileDescriptor, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
