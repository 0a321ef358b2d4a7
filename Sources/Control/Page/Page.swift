import Foundation

/// The page: one document, put together of a file for each subject, so that nothing more has to be fetched.
enum Page {
  /// UTF-8.
  static let whole: Data = {
    let parts = [
      ("  /* instrument.css */\n", PackageResources.instrument_css), ("  <!-- instrument.html -->\n", PackageResources.instrument_html),
      ("/* instrument.js */\n", PackageResources.instrument_js),
    ]
    return parts.reduce(into: Data(PackageResources.page_html)) { page, part in
      // A mark that is missing takes its part away: the page's test would not find it.
      guard let place = page.range(of: Data(part.0.utf8)) else { return }
      page.replaceSubrange(place, with: part.1)
    }
  }()
}
