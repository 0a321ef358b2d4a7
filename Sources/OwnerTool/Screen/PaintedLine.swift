/// A line of the screen whose parts have colours of their own.
struct PaintedLine {
  private var spans: [(text: String, colour: Terminal.Colour?)] = []

  init() {}

  init(_ text: String, _ colour: Terminal.Colour? = nil) { spans = [(text, colour)] }

  static func + (a: PaintedLine, b: PaintedLine) -> PaintedLine {
    var sum = a
    for span in b.spans {
      // One order for a stretch of one colour: the screen goes over slow lines, too.
      if let last = sum.spans.last, last.colour == span.colour {
        sum.spans[sum.spans.count - 1].text += span.text
      } else {
        sum.spans.append(span)
      }
    }
    return sum
  }

  /// As much of it as fits, filled up with blanks: a colour's orders take no room.
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
