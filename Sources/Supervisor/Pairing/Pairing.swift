import Foundation
import Realtime
import Signatures
import Synchronization

/// Pairs browsers on the local network with the box. They give a code of six digits.
///
/// A person reads or hears the code at the box and types it in the browser. It pairs one browser, within five minutes.
/// After the first wrong guess the next one must wait a second, then two, four and eight. The fifth wrong guess ends
/// the code. So each code that a person requests gives an attacker five chances in a million, however often it tries.
///
/// Pairings are only in memory: a restart ends them. Any thread may call.
package final class Pairing: Sendable {
  /// The result of a guess.
  package enum Answer: Sendable, Equatable {
    /// The browser is paired, and proves it with this secret.
    case paired(secret: String)
    /// The code is another one. `left`: the guesses that it still takes; with 0 it is void.
    case wrong(left: Int)
    /// A wrong guess was made just before. So this one was not compared.
    case early(seconds: Int)
    /// No code is valid.
    case noCode
  }

  /// Seconds for which a code is valid.
  package static let codeLife = 300.0
  /// The wrong guess that ends a code.
  package static let mostWrong = 5
  /// Browsers that may be paired. One more replaces the one whose last request is oldest.
  ///
  /// Twenty pages may be open at a time, and a browser that lost its cookie leaves an unused pairing. A pairing holds a
  /// digest of 32 bytes, and each request is compared with all of them. `Limits.network` bounds the connections.
  package static let mostBrowsers = 32
  /// Seconds for which a browser stays paired: 30 days.
  package static let pairingLife = 30 * 86_400.0

  private struct Code {
    let digits: String
    /// Time at which it ends.
    let end: Double
    var wrong = 0
    /// Time before which no guess is compared.
    var nextGuess = -Double.infinity
  }
  private struct Browser {
    /// SHA-256 of its secret. The memory of the box gives the secret to no reader.
    let digest: [UInt8]
    let end: Double
  }
  private struct State {
    var code: Code?
    /// In the order of their last requests.
    var browsers: [Browser] = []
  }

  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameter clock: seconds of a clock that does not jump. Tests give a double.
  package init(clock: @escaping @Sendable () -> Double = { Clock.seconds }) { self.clock = clock }

  /// Makes a new code, which replaces the one before.
  /// - Returns: six digits from the system's random generator.
  package func newCode() -> String {
    let digits = String(String(Int.random(in: 1_000_000...1_999_999)).dropFirst())
    let end = clock() + Self.codeLife
    state.withLock { $0.code = Code(digits: digits, end: end) }
    return digits
  }

  /// Compares a guess with the code.
  package func guess(_ text: String) -> Answer {
    let now = clock()
    return state.withLock { state -> Answer in
      guard var code = state.code, now < code.end else {
        state.code = nil
        return .noCode
      }
      if now < code.nextGuess { return .early(seconds: Int((code.nextGuess - now).rounded(.up))) }
      if Self.areEqual(text, code.digits) {
        state.code = nil
        let secret = Self.secret()
        state.browsers.removeAll { $0.end <= now }
        state.browsers.append(Browser(digest: Self.digest(secret), end: now + Self.pairingLife))
        if state.browsers.count > Self.mostBrowsers { state.browsers.removeFirst() }
        return .paired(secret: secret)
      }
      code.wrong += 1
      code.nextGuess = now + exp2(Double(code.wrong - 1))
      state.code = code.wrong < Self.mostWrong ? code : nil
      return .wrong(left: Self.mostWrong - code.wrong)
    }
  }

  /// Returns whether a browser with this secret is paired.
  package func isPaired(_ secret: String) -> Bool {
    let (now, digest) = (clock(), Self.digest(secret))
    return state.withLock { state in
      state.browsers.removeAll { $0.end <= now }
      guard let place = state.browsers.firstIndex(where: { $0.digest == digest }) else { return false }
      state.browsers.append(state.browsers.remove(at: place))
      return true
    }
  }

  /// Ends the code and all pairings.
  package func end() { state.withLock { $0 = State() } }

  /// Compares two texts. The time does not depend on the number of equal digits.
  private static func areEqual(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 128 random bits in hexadecimal.
  private static func secret() -> String { Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) }) }

  private static func digest(_ secret: String) -> [UInt8] { SHA256.hash(Data(secret.utf8)) }
}
