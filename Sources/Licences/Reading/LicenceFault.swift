import GestureFlowAPI

/// Why a file is no licence that can be read: each with its own sentence, which says what to do.
public enum LicenceFault: Error, Sendable, Equatable, CustomStringConvertible {
  case missing
  /// The system's reason.
  case unreadable(String)
  case notAFile
  /// Its size in bytes.
  case tooLarge(Int64)
  case empty
  /// The byte at which the text ends, from 0.
  case notText(at: Int)
  /// It ends in the middle.
  case cutShort
  /// Line, from 1, and what is wrong there.
  case notJSON(line: Int, String)
  case twice(String)
  case unknownKey(String)
  case missingKey(String)
  /// A key, and what is allowed.
  case wrongValue(String, String)
  case notALicence
  case newerVersion(String)

  /// A sentence without the file's name.
  public var description: String {
    switch self {
    case .missing: "there is no such file: check its name"
    case .unreadable(let reason): "it cannot be read (\(reason)): check the disk and its access rights"
    case .notAFile: "it is a folder or a device: name the licence's file"
    case .tooLarge(let bytes): "it has \(bytes) bytes, and a licence has at most \(LicenceReader.mostBytes): it is another file"
    case .empty: "it is empty: copy the licence again"
    case .notText(let at): "its byte \(at + 1) is no UTF-8 text: it is another file, or was damaged; copy the licence again"
    case .cutShort: "it ends in the middle: it was not copied to its end; copy the licence again"
    case .notJSON(let line, let what): "line \(line) cannot be read (\(what)): take the licence as it was sent, unchanged"
    case .twice(let key): "'\(shown(key))' stands there twice: take the licence as it was sent, unchanged"
    case .unknownKey(let key): "'\(shown(key))' is no key of a licence: take the licence as it was sent, unchanged"
    case .missingKey(let key): "'\(key)' is missing: take the licence as it was sent, unchanged"
    case .wrongValue(let key, let allowed): "'\(key)' must be \(allowed): take the licence as it was sent, unchanged"
    case .notALicence: "it is JSON, but no licence of GestureFlow: its 'format' must be \"\(LicenceReader.format)\""
    case .newerVersion(let version): "it is of version \(shown(version)), and this program reads version \(Licence.version): update the box"
    }
  }

  private func shown(_ text: String) -> String { cleaned(text, limit: 40) }
}
