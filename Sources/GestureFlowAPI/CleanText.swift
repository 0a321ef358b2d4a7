/// Returns outside text as one line, safe to show, log and send.
///
/// Such text comes from tags and from names of files, playlists, sticks and devices. Strangers write it, and it ends
/// up in terminals, in the journal and in line-based protocols. A line feed would begin a new line there, an escape
/// character would control the terminal, and a bidi override would change the order of the text.
/// Line ends, tabs, control characters and blanks of every width become one plain blank. Characters without a shape
/// of their own (zero-width characters, bidi controls, fillers, tags, noncharacters) are removed. Letters of all
/// scripts stay as they are.
/// - Parameters:
///   - text: the text from outside.
///   - limit: greatest number of characters of the result, including its ellipsis; 0 gives an empty text.
/// - Returns: the text without leading and trailing blanks; empty if it had no visible character.
public func cleaned(_ text: String, limit: Int) -> String {
  guard limit > 0 else { return "" }
  // Limit both: one character may have any number of scalars. An example is a letter with a thousand accents.
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

/// How a reader sees a scalar.
private enum TextPart {
  case visible, blank, invisible

  init(_ scalar: Unicode.Scalar) {
    // Most titles are ASCII, so skip the lookup of properties.
    if (0x21...0x7E).contains(scalar.value) {
      self = .visible
      return
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: self = .blank
    default:
      if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || (0xFFF9...0xFFFB).contains(scalar.value) {
        // U+FFF9...U+FFFB enclose an annotation that is not shown.
        self = .invisible
      } else {
        // The empty braille pattern counts as a symbol but looks blank.
        self = scalar.value == 0x2800 ? .blank : .visible
      }
    }
  }
}
