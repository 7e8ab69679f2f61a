import Foundation

/// Keeps credentials between launches. Three small functions; bring your own for a vault of your platform.
///
/// A store that cannot be read right now (a locked device) throws: an empty answer would mean a sign-out.
///
/// ```swift
/// struct VaultStore: SecretStore {
///   func read(_ key: String) throws -> Secret? { try safe.text(key).map(Secret.init) }
///   func write(_ secret: Secret, key: String) throws { try safe.set(key, secret.reveal()) }
///   func delete(_ key: String) throws { try safe.remove(key) }
/// }
/// ```
public protocol SecretStore: Sendable {
  /// The secret under `key`; nil only when there certainly is none.
  func read(_ key: String) throws -> Secret?
  /// Writes a secret; durable when it returns.
  func write(_ secret: Secret, key: String) throws
  /// Removes a secret; nothing happens when there is none.
  func delete(_ key: String) throws
}

/// Secrets in memory, which end with this object: for tests, and for apps that ask for the password each time.
public final class MemorySecretStore: SecretStore {
  private let secrets = Locked<[String: Secret]>([:])

  public init() {}

  /// Every secret, by key.
  package var contents: [String: Secret] { secrets.withLock { $0 } }

  public func read(_ key: String) throws -> Secret? { secrets.withLock { $0[key] } }
  public func write(_ secret: Secret, key: String) throws { secrets.withLock { $0[key] = secret } }
  public func delete(_ key: String) throws { secrets.withLock { $0[key] = nil } }
}

/// Secrets in files that only their owner can read: the store for systems without a keychain.
public struct FileSecretStore: SecretStore {
  private let files: any FileSystem

  /// - Parameter files: where the folder `secrets` is made; on Apple's systems the keychain is the better place.
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
  /// A file name that stands for this text alone and shows nothing of it: names of servers and accounts are private, and two that
  /// shared a file would mix two users' data.
  package var fileName: String {
    SHA256.digest(Array(utf8)).prefix(20).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A credential. Prints as `•••`, is not Codable, and shows its value only to ``reveal()``.
///
/// ```swift
/// let token = Secret("abc")
/// print(token)  // •••
/// ```
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// A secret in memory. It is not copied into any description, dump or coder.
  public init(_ value: String) { self.value = value }

  /// The value in clear. For a ``SecretStore``, and for the one place that puts it into a request.
  public func reveal() -> String { value }

  /// Whether the value is empty.
  public var isEmpty: Bool { value.isEmpty }
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
