/// Text from outside (tags, names of files, playlists, sticks and devices) as one line that is safe to show, to log and to send.
///
/// Such text is written by strangers and ends up in terminals, in the journal and in line-based protocols. A line feed would begin a line of its own there, an
/// escape character would command the terminal, and a bidi override would show the text in another order than it has.
/// Line ends, tabs, control characters and blanks of every width become one plain blank; what has no shape of its own (zero-width characters, bidi controls,
/// fillers, tags, noncharacters) is left out. Letters of all scripts stay as they are.
/// - Parameters:
///   - text: what came in.
///   - limit: most characters of the answer, its ellipsis included; nothing is left of a text when it is 0.
/// - Returns: the text without leading and trailing blanks; empty when nothing visible was in it.
public func cleaned(_ text: String, limit: Int) -> String {
  guard limit > 0 else { return "" }
  // One character may consist of any number of scalars (a letter under a thousand accents), so both are limited.
  let mostScalars = limit <= 1 << 20 ? limit * 4 : limit
  var kept = String.UnicodeScalarView()
  var count = 0
  var isBlankDue = false
  var isCut = false
  for scalar in text.unicodeScalars {
    switch TextPart(scalar) {
    case .invisible: continue
    case .blank: isBlankDue = count > 0
    case .visible:
      if count + (isBlankDue ? 2 : 1) > mostScalars {
        isCut = true
        break
      }
      if isBlankDue {
        kept.append(" ")
        count += 1
        isBlankDue = false
      }
      kept.append(scalar)
      count += 1
    }
    if isCut { break }
  }
  // Room for the ellipsis.
  if isCut, count == mostScalars { kept.removeLast() }
  let line = String(kept)
  guard isCut || line.count > limit else { return line }
  var short = line.prefix(limit - 1)
  while short.last == " " { short.removeLast() }
  return short + "…"
}

/// What a scalar is to a reader.
private enum TextPart {
  case visible, blank, invisible

  init(_ scalar: Unicode.Scalar) {
    // Most titles are ASCII: no table is asked.
    if (0x21...0x7E).contains(scalar.value) {
      self = .visible
      return
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: self = .blank
    default:
      if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || (0xFFF9...0xFFFB).contains(scalar.value) {
        // U+FFF9...U+FFFB frame an annotation that is not to be seen.
        self = .invisible
      } else {
        // The empty braille pattern is a symbol by its category and nothing to the eye.
        self = scalar.value == 0x2800 ? .blank : .visible
      }
    }
  }
}
