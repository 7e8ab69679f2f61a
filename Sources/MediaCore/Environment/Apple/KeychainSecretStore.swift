#if canImport(Security)
  public import Foundation
  import Security

  /// A store of credentials in the system's keychain. The credentials can be read from the first unlock after the device's start. They stay
  /// on this device, and are never in a backup or in iCloud. ``ClientEnvironment/live(folder:secrets:texts:)`` uses this store by default
  /// on Apple's systems.
  ///
  /// On a device that has not been unlocked since its start, the functions throw ``FileSystemError/locked``. Try again later: the user is
  /// still signed in. The store reads only entries that belong to the folder of the environment's files. An app that is removed and
  /// installed again therefore starts signed out, although the keychain still holds the old entries.
  ///
  /// For an app with extensions, put the folder into the app group's container, and pass the keychain access group that the app and its
  /// extensions share:
  ///
  /// ```swift
  /// let folder = groupContainer.appendingPathComponent("MediaClients", isDirectory: true)
  /// let environment = ClientEnvironment.live(
  ///   folder: folder, secrets: KeychainSecretStore(folder: folder, accessGroup: "TEAMID.com.example.app"))
  /// ```
  ///
  /// At any time, only one process (the app or one of its extensions) owns the folder and writes into it. The other processes read, and
  /// hand their changes over to the owner: see ``ClientEnvironment/extending()``.
  public struct KeychainSecretStore: SecretStore {
    private let store: KeychainStore

    /// Creates a store in the keychain.
    /// - Parameters:
    ///   - folder: the folder to which the entries belong. If nil, the store uses the default folder of
    ///     ``ClientEnvironment/live(folder:secrets:texts:)``.
    ///   - accessGroup: a keychain access group of the app's entitlements, with the team's prefix. If nil, the store uses the app's own
    ///     group.
    public init(folder: URL? = nil, accessGroup: String? = nil) {
      self.init(files: FolderFileSystem(folder: folder ?? FolderFileSystem.defaultFolder), accessGroup: accessGroup)
    }

    init(files: any FileSystem, accessGroup: String? = nil) {
      let owner = KeychainOwner(files: files, random: SystemRandom())
      store = KeychainStore(
        calls: .system, service: { "MediaClients/\(try owner.id())" }, accessGroup: accessGroup)
    }

    public func read(_ key: String) throws -> Secret? { try store.read(key) }
    public func write(_ secret: Secret, key: String) throws { try store.write(secret, key: key) }
    public func delete(_ key: String) throws { try store.delete(key) }
  }

  extension KeychainItem {
    /// The attributes that find this entry and no other.
    fileprivate var query: [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account, kSecAttrSynchronizable as String: false,
        kSecUseDataProtectionKeychain as String: isProtected,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }
  }

  extension KeychainCalls {
    fileprivate static let system = KeychainCalls(
      read: { item in
        var query = item.query
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        return (status, found as? Data)
      },
      add: { item, data in SecItemAdd(item.query.merging(value(data)) { $1 } as CFDictionary, nil) },
      update: { item, data in SecItemUpdate(item.query as CFDictionary, value(data) as CFDictionary) },
      delete: { item in SecItemDelete(item.query as CFDictionary) })

    /// The value as it is stored. Each update also sets the accessibility, since an entry of an earlier version may have another.
    private static func value(_ data: Data) -> [String: Any] {
      [
        kSecValueData as String: data,
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
    }
  }
#endif
