/// Languages of the voice, by the names that espeak-ng gives them.
package enum VoiceLanguage: String, Sendable, CaseIterable {
  case en, de, es, fr, it
}
