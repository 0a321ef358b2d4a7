import Foundation

/// The control page: one document made of one file per subject. A browser needs no further requests.
package enum Page {
  /// The whole document in UTF-8.
  package static let whole: Data = {
    let parts = [
      ("  /* instrument.css */\n", PackageResources.instrument_css), ("  <!-- instrument.html -->\n", PackageResources.instrument_html),
      ("/* instrument.js */\n", PackageResources.instrument_js), ("  /* stream.css */\n", PackageResources.stream_css),
      ("  <!-- stream.html -->\n", PackageResources.stream_html), ("/* stream.js */\n", PackageResources.stream_js),
    ]
    return parts.reduce(into: Data(PackageResources.page_html)) { page, part in
      guard let place = page.range(of: Data(part.0.utf8)) else { return }
      page.replaceSubrange(place, with: part.1)
    }
  }()
}
