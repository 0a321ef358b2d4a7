import Foundation

/// The page: one document, put together of a file for each subject, so that nothing more has to be fetched.
package enum Page {
  /// UTF-8.
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
