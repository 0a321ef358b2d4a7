import Foundation

/// The control page: one document made of several files per subject. A browser needs no further requests.
package enum Page {
  /// The styles, in their order.
  private static let styles = [
    ("page", PackageResources.page_css), ("bar", PackageResources.bar_css), ("music", PackageResources.music_css),
    ("settings", PackageResources.settings_css), ("stems", PackageResources.stems_css),
    ("instrument", PackageResources.instrument_css), ("stream", PackageResources.stream_css),
  ]
  /// The sections.
  private static let sections = [
    ("bar", PackageResources.bar_html), ("stems", PackageResources.stems_html), ("stream", PackageResources.stream_html),
    ("instrument", PackageResources.instrument_html), ("music", PackageResources.music_html),
    ("settings", PackageResources.settings_html),
  ]
  /// The scripts, in their order.
  private static let scripts = [
    ("page", PackageResources.page_js), ("stems", PackageResources.stems_js), ("instrument", PackageResources.instrument_js),
    ("stream", PackageResources.stream_js), ("sheet", PackageResources.sheet_js), ("bar", PackageResources.bar_js),
    ("music", PackageResources.music_js), ("library", PackageResources.library_js), ("files", PackageResources.files_js),
    ("settings", PackageResources.settings_js), ("events", PackageResources.events_js), ("frame", PackageResources.frame_js),
  ]

  /// The whole document in UTF-8.
  package static let whole: Data = {
    let parts =
      styles.map { ("/* \($0.0).css */\n", $0.1) } + sections.map { ("<!-- \($0.0).html -->\n", $0.1) }
      + scripts.map { ("/* \($0.0).js */\n", $0.1) }
    return parts.reduce(into: Data(PackageResources.page_html)) { page, part in
      guard let place = page.range(of: Data(part.0.utf8)) else { return }
      page.replaceSubrange(place, with: part.1)
    }
  }()
}
