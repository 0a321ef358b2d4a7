import CSodium
import Foundation

/// The SHA-256 of FIPS 180-4, by libsodium.
public enum SHA256 {
  /// Returns the digest, 32 bytes.
  public static func hash(_ data: some ContiguousBytes) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    data.withUnsafeBytes { bytes in
      // It cannot fail: libsodium's function always returns 0.
      _ = crypto_hash_sha256(&digest, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    }
    return digest
  }

  /// Returns the digest as 64 lower-case hexadecimal digits.
  public static func text(_ data: some ContiguousBytes) -> String { Hexadecimal.text(hash(data)) }
}
