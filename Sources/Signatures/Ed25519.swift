import CSodium
import Foundation

/// Signatures with Ed25519 (RFC 8032), by libsodium.
public enum Ed25519 {
  /// A private key. It contains both halves, because each signature needs them.
  public struct PrivateKey: Sendable {
    /// The 32 bytes that RFC 8032 calls the private key.
    public let seed: [UInt8]
    /// The 32 bytes of the public key.
    public let publicKey: [UInt8]
    private let secret: [UInt8]

    /// Creates a random key.
    public init() {
      self.init(whole: (0..<Int(crypto_sign_SEEDBYTES)).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// Returns nil for a seed that does not have 32 bytes.
    public init?(seed: [UInt8]) {
      guard seed.count == Int(crypto_sign_SEEDBYTES) else { return nil }
      self.init(whole: seed)
    }

    private init(whole seed: [UInt8]) {
      var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
      var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
      _ = crypto_sign_seed_keypair(&publicKey, &secret, seed)
      (self.seed, self.publicKey, self.secret) = (seed, publicKey, secret)
    }

    /// Returns the signature, 64 bytes.
    public func signature(for message: Data) -> Data {
      var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
      let bytes = [UInt8](message)
      _ = crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
      return Data(signature)
    }
  }

  /// Returns whether the owner of the public key signed the message.
  /// A key or a signature of another length verifies nothing.
  public static func isValid(_ signature: Data, for message: Data, publicKey: [UInt8]) -> Bool {
    guard signature.count == Int(crypto_sign_BYTES), publicKey.count == Int(crypto_sign_PUBLICKEYBYTES) else { return false }
    let bytes = [UInt8](message)
    return crypto_sign_verify_detached([UInt8](signature), bytes, UInt64(bytes.count), publicKey) == 0
  }
}
