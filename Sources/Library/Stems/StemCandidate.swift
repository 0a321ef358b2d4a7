import GestureFlowAPI

/// A possible stem set: a folder, while the walk is in it.
package struct StemCandidate: Sendable {
  /// The description of the set.
  package enum Source: Sendable, Equatable {
    /// A `stems.toml`, with its name as written.
    case file(String)
    /// The names of its sound files. `isMeant` says whether the reason is reported if it is not a set.
    case names(isMeant: Bool)
  }

  /// Result of reading the description.
  package enum Plan: Sendable, Equatable {
    case known(StemSetPlan)
    /// It is not a set; the reason was reported.
    case wrong
    /// Its file could not be read: the data known before is kept.
    case unknown
  }

  /// Path from the stick's root; empty for the root itself.
  package let folder: String
  package let source: Source
  package let plan: Plan
  /// A mistake that does not keep the set from playing. Nil for none.
  private let remark: String?
  /// Lines of its files for the index. They wait until the set is decided, because its channels must not play as
  /// tracks meanwhile.
  package var held: [IndexedTrack] = []
  /// Paths of its files from the stick's root.
  package let files: [String]

  package init(folder: String, source: Source, plan: Plan, remark: String? = nil) {
    self.folder = folder
    self.source = source
    self.plan = plan
    self.remark = remark
    let prefix = folder.isEmpty ? "" : folder + "/"
    files = if case .known(let plan) = plan { plan.channels.map { prefix + $0.file } } else { [] }
  }

  /// Path that reasons refer to: the `stems.toml`, or the folder.
  package var relative: String {
    guard case .file(let name) = source else { return folder }
    return folder.isEmpty ? name : folder + "/" + name
  }

  /// The displayed name when its file does not give one.
  package var name: String {
    let name = cleaned(String(folder.split(separator: "/").last ?? ""), limit: StemSetPlan.longestName)
    return name.isEmpty ? "stem set" : name
  }

  /// Decides whether it is a set. The walk must have found all its files.
  /// - Parameter files: the index's data of each channel; nil if its file was not found.
  /// - Returns: whether it is a set, and the report about it; nil for none.
  package func judge(_ plan: StemSetPlan, _ files: [IndexedTrack?]) -> (isSet: Bool, report: String?) {
    var reasons = StemReasons()
    let first = zip(plan.channels, files).lazy.compactMap { channel, file in file?.rate.map { (file: channel.file, rate: $0) } }.first
    for (channel, file) in zip(plan.channels, files) {
      let shown = Self.shown(channel.file)
      guard let file else {
        reasons.add("there is no '\(shown)' that can be played: put it there or correct its name (upper and lower case differ)")
        continue
      }
      if let why = file.problem { reasons.add("'\(shown)' cannot be played: \(why)") }
      // The loader rejects both only when the set is to be played. That is too late for a report.
      if file.channels == 1 { reasons.add("'\(shown)' is mono, and a stem is stereo: export it with two channels") }
      if let first, let rate = file.rate, rate != first.rate {
        reasons.add("'\(shown)' has \(rate) Hz and '\(Self.shown(first.file))' \(first.rate): export all of them at one rate")
      }
    }
    if let sentence = reasons.sentence { return (false, report("it is rejected: " + said(sentence))) }
    let lengths = StemLengths(
      milliBPM: plan.milliBPM, metre: plan.metre,
      zip(plan.channels, files).map { StemLengths.Channel($0.name, bars: $0.bars, seconds: $1?.length, rate: $1?.rate) })
    if let sentence = lengths.refusals.sentence { return (false, report("it is rejected: " + said(sentence))) }
    switch source {
    case .file:
      let sentence = said(lengths.remarks.sentence)
      return (true, sentence.isEmpty ? nil : "the set plays, but " + sentence)
    case .names(isMeant: true):
      guard let sentence = lengths.remarks.sentence else { return (true, nil) }
      return (false, report("it is rejected: \(sentence)"))
    case .names(isMeant: false): return (lengths.isExact, nil)
    }
  }

  private static func shown(_ file: String) -> String { cleaned(file, limit: StemSetPlan.longestName) }

  /// Joins the file's remark and a sentence. The remark may be the cause of the rest.
  private func said(_ sentence: String?) -> String { [remark, sentence].compactMap(\.self).joined(separator: "; ") }

  private func report(_ sentence: String) -> String? {
    switch source {
    case .file: sentence
    case .names(isMeant: true): "it looks like a stem set, but \(sentence)"
    case .names(isMeant: false): nil
    }
  }
}
