import Foundation

/// Stores credentials between launches. An app that stores credentials in another system, such as a platform's credential vault, implements
/// the three functions of this protocol.
///
/// A store that cannot be read at the moment, such as on a locked device, has to throw an error. Returning nil would mean that nobody is
/// signed in.
///
/// ```swift
/// struct VaultStore: SecretStore {
///   func read(_ key: String) throws -> Secret? { try safe.text(key).map(Secret.init) }
///   func write(_ secret: Secret, key: String) throws { try safe.set(key, secret.reveal()) }
///   func delete(_ key: String) throws { try safe.remove(key) }
/// }
/// ```
public protocol SecretStore: Sendable {
  /// Returns the secret under `key`. Return nil only if there certainly is no such secret; otherwise throw an error.
  func read(_ key: String) throws -> Secret?
  /// Writes a secret under `key`. The secret must be durable when the call returns.
  func write(_ secret: Secret, key: String) throws
  /// Removes the secret under `key`. Does nothing if there is no such secret.
  func delete(_ key: String) throws
}

/// A store that keeps secrets only in memory and loses them when the object is released. It is for tests, and for apps that ask for the
/// password at each launch.
public final class MemorySecretStore: SecretStore {
  private let secrets = Locked<[String: Secret]>([:])

  public init() {}

  /// Every secret, by key.
  package var contents: [String: Secret] { secrets.withLock { $0 } }

  public func read(_ key: String) throws -> Secret? { secrets.withLock { $0[key] } }
  public func write(_ secret: Secret, key: String) throws { secrets.withLock { $0[key] = secret } }
  public func delete(_ key: String) throws { secrets.withLock { $0[key] = nil } }
}

/// A store of secrets in files that only their owner can read, for systems without a keychain.
public struct FileSecretStore: SecretStore {
  private let files: any FileSystem

  /// Creates a store in files. On Apple's systems, use the keychain instead.
  /// - Parameter files: the file system in which the store makes its folder `secrets`.
  public init(files: any FileSystem) { self.files = files }

  public func read(_ key: String) throws -> Secret? {
    // Return damaged bytes as they are, so that the caller reports the damage: nil would mean that nobody is signed in.
    try files.read(path(key)).map { Secret(String(decoding: $0, as: UTF8.self)) }
  }

  public func write(_ secret: Secret, key: String) throws {
    try files.replace(path(key), with: Data(secret.reveal().utf8))
  }

  public func delete(_ key: String) throws { try files.remove(path(key)) }

  private func path(_ key: String) -> String { "secrets/\(key.fileName)" }
}

extension String {
  /// A file name for this text, different from those of all other texts, that does not reveal it. Names of servers and accounts are
  /// private, and with a shared file the data of two users would be mixed.
  package var fileName: String {
    SHA256.digest(Array(utf8)).prefix(20).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A credential. It prints as `•••`, is not `Codable`, and returns its value only from ``reveal()``.
///
/// ```swift
/// let token = Secret("abc")
/// print(token)  // •••
/// ```
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// Creates a secret from its value. The value never appears in a description, a dump or an encoder's output.
  public init(_ value: String) { self.value = value }

  /// The value in clear text, for a ``SecretStore`` and for the code that puts the secret into a request.
  public func reveal() -> String { value }

  /// Whether the value is empty.
  public var isEmpty: Bool { value.isEmpty }
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
