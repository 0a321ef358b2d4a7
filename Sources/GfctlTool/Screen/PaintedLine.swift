/// A line of the screen with coloured parts.
struct PaintedLine {
  private var spans: [(text: String, colour: Terminal.Colour?)] = []

  init() {}

  init(_ text: String, _ colour: Terminal.Colour? = nil) { spans = [(text, colour)] }

  static func + (a: PaintedLine, b: PaintedLine) -> PaintedLine {
    var sum = a
    for span in b.spans where !span.text.isEmpty {
      // Use one control sequence per stretch of one colour. The screen may be shown over a slow line.
      if let last = sum.spans.last, last.colour == span.colour {
        sum.spans[sum.spans.count - 1].text += span.text
      } else {
        sum.spans.append(span)
      }
    }
    return sum
  }

  /// Returns the text cut or padded to the width. Control sequences of colours do not count.
  func text(width: Int, colour: Bool) -> String {
    var room = width
    var line = ""
    for span in spans where room > 0 {
      let shown = String(span.text.prefix(room))
      room -= shown.count
      line += span.colour.map { Terminal.paint(shown, $0, colour) } ?? shown
    }
    return line + String(repeating: " ", count: room)
  }
}
