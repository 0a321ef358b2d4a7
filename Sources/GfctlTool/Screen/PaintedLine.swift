/// A line of the screen with coloured parts.
struct PaintedLine {
  private var spans: [(text: String, colour: Terminal.Colour?)] = []

  init() {}

  init(_ text: String, _ colour: Terminal.Colour? = nil) { if !text.isEmpty { spans = [(text, colour)] } }

  /// Width of the whole line, in columns.
  var columns: Int { spans.reduce(0) { $0 + TextWidth.of($1.text) } }

  static func + (a: PaintedLine, b: PaintedLine) -> PaintedLine {
    var sum = a
    for span in b.spans {
      // Use one control sequence per stretch of one colour. The screen may be shown over a slow line.
      if let last = sum.spans.last, last.colour == span.colour {
        sum.spans[sum.spans.count - 1].text += span.text
      } else {
        sum.spans.append(span)
      }
    }
    return sum
  }

  /// Lays parts out in lines, two blanks apart.
  /// - Parameters:
  ///   - width: greatest number of columns of a line; a longer part has a line of its own.
  ///   - most: greatest number of lines. Parts that do not fit are left out, so the first ones must matter most.
  static func flow(_ parts: [PaintedLine], width: Int, most: Int) -> [PaintedLine] {
    var lines: [PaintedLine] = []
    for part in parts where !part.spans.isEmpty {
      guard let last = lines.last else {
        lines.append(part)
        continue
      }
      if last.columns + 2 + part.columns <= width {
        lines[lines.count - 1] = last + PaintedLine("  ", last.spans.last?.colour) + part
      } else if lines.count < most {
        lines.append(part)
      } else {
        break
      }
    }
    return lines
  }

  /// Returns the line with blanks at its end. It then has at least so many columns.
  func padded(to columns: Int) -> PaintedLine { self + PaintedLine(String(repeating: " ", count: max(columns - self.columns, 0))) }

  /// Returns the text in exactly so many columns. It has blanks at its end, or is cut with an ellipsis. Control
  /// sequences of colours do not count.
  func text(width: Int, colour: Bool) -> String {
    guard width > 0 else { return "" }
    var room = width
    let isCut = columns > width
    if isCut { room -= 1 }
    var line = ""
    for span in spans {
      let shown = TextWidth.prefix(span.text[...], room)
      room -= TextWidth.of(shown)
      let isWhole = shown.endIndex == span.text.endIndex
      let text = isWhole ? span.text : String(shown) + "…"
      line += span.colour.map { Terminal.paint(text, $0, colour) } ?? text
      if !isWhole { break }
    }
    return line + String(repeating: " ", count: room)
  }
}
