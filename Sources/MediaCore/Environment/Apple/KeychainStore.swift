import Foundation

/// One entry of a keychain: a generic password.
struct KeychainItem: Sendable, Hashable {
  var service: String
  var account: String
  /// The keychain group that several apps of one team share; nil for the app's own.
  var accessGroup: String?
  /// Whether the entry lies in the keychain that iOS has. The older one of macOS needs no entitlement, so that a tool
  /// without a signature can use it.
  var isProtected = true
}

/// The keychain's functions with the system's status codes, so that the rules of ``KeychainStore`` run anywhere.
struct KeychainCalls: Sendable {
  var read: @Sendable (KeychainItem) -> (status: Int32, data: Data?)
  var add: @Sendable (KeychainItem, Data) -> Int32
  var update: @Sendable (KeychainItem, Data) -> Int32
  var delete: @Sendable (KeychainItem) -> Int32
}

/// A secret store over a keychain: which calls follow which status.
///
/// Only the status `notFound` means that there is no entry. A locked device is `FileSystemError.locked`, which is tried again later
/// and never mistaken for a sign-out.
struct KeychainStore: SecretStore {
  /// Status codes of the system's `SecBase.h`.
  enum Status {
    static let success: Int32 = 0
    static let duplicate: Int32 = -25299
    static let notFound: Int32 = -25300
    static let notAllowed: Int32 = -25308
    static let noEntitlement: Int32 = -34018
  }

  let calls: KeychainCalls
  /// Read at each call: the file that names the owner cannot be read before the device is first unlocked.
  let service: @Sendable () throws -> String
  var accessGroup: String?

  func read(_ key: String) throws -> Secret? {
    var data: Data?
    let status = try attempt(key) { item in
      let answer = calls.read(item)
      data = answer.data
      return answer.status
    }
    switch status {
    case Status.success: return data.map { Secret(String(decoding: $0, as: UTF8.self)) }
    case Status.notFound: return nil
    default: throw Self.failure(status)
    }
  }

  func write(_ secret: Secret, key: String) throws {
    let data = Data(secret.reveal().utf8)
    let status = try attempt(key) { item in
      // Update first, since most writes replace an entry. If `add` finds a duplicate, another process has just added it: update again.
      let updated = calls.update(item, data)
      guard updated == Status.notFound else { return updated }
      let added = calls.add(item, data)
      return added == Status.duplicate ? calls.update(item, data) : added
    }
    guard status == Status.success else { throw Self.failure(status) }
  }

  func delete(_ key: String) throws {
    let status = try attempt(key) { calls.delete($0) }
    guard status == Status.success || status == Status.notFound else { throw Self.failure(status) }
  }

  private func attempt(_ key: String, _ call: (KeychainItem) -> Int32) throws -> Int32 {
    var item = KeychainItem(service: try service(), account: key.fileName, accessGroup: accessGroup)
    let status = call(item)
    // If the app lacks the entitlement, use the older keychain, but not for an access group: its other apps would not find the entry.
    guard status == Status.noEntitlement, accessGroup == nil else { return status }
    item.isProtected = false
    return call(item)
  }

  private static func failure(_ status: Int32) -> FileSystemError {
    switch status {
    case Status.notAllowed: .locked
    case Status.noEntitlement: .notPermitted
    default: .other(code: status)
    }
  }
}
