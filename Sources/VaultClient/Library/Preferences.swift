import Foundation
import MediaCore

/// Settings that an app keeps on the device, such as filters and order; independent of the account and its sign-out.
public struct Preferences: Sendable {
  private let files: any FileSystem
  private let failed: @Sendable (ClientError) -> Void

  init(files: any FileSystem, failed: @escaping @Sendable (ClientError) -> Void) {
    self.files = files
    self.failed = failed
  }

  /// The name of a preference, which is also the name of its file.
  public enum Key: String, Sendable, CaseIterable {
    /// The tip's flag, the filters, the order of the library, and the order of the lists; the raw values are those of older apps.
    case hasSeenWatchedTip, filters, sort, listOrder
    /// The lists that the library is narrowed to.
    case selectedLists = "selectedListIds"
    /// Whether the personal list is shown together with other chosen lists.
    case mergesLists
  }

  /// The stored text of a preference; nil when none was set or it cannot be read. An unreadable file stays until the user makes a new
  /// choice.
  public subscript(key: Key) -> String? { (try? files.read(path(key))).flatMap { String(bytes: $0, encoding: .utf8) } }

  /// Stores a preference; nil removes it. A failed write is reported and otherwise ignored: the preference is lost.
  public func set(_ key: Key, _ text: String?) {
    do {
      if let text { try files.replace(path(key), with: Data(text.utf8)) } else { try files.remove(path(key)) }
    } catch {
      failed(ClientError(.storage, operation: .vaultPreferences))
    }
  }

  /// The stored texts by the names of their keys.
  /// - Throws: `storage` when one cannot be read now.
  func all() throws(ClientError) -> [String: String] {
    do {
      return try Key.allCases.reduce(into: [:]) { all, key in
        all[key.rawValue] = try files.read(path(key)).flatMap { String(bytes: $0, encoding: .utf8) }
      }
    } catch { throw ClientError(.storage, operation: .vaultPreferences) }
  }

  /// Stores the texts of known keys, durably.
  func write(_ texts: [String: String]) throws(ClientError) {
    do {
      for key in Key.allCases {
        guard let text = texts[key.rawValue], text != self[key] else { continue }
        try files.replace(path(key), with: Data(text.utf8))
      }
    } catch { throw ClientError(.storage, operation: .vaultPreferences) }
  }

  func value<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    self[key].flatMap { try? JSONCoder.vault.decode(type, from: Data($0.utf8)) }
  }

  func set(_ key: Key, encoding value: some Encodable) {
    set(key, (try? JSONCoder.vault.encode(value)).map { String(decoding: $0, as: UTF8.self) })
  }

  private func path(_ key: Key) -> String { "vault/preferences/\(key.rawValue)" }

  /// The stored filters; the standard where nothing valid is stored.
  public var filters: LibraryFilters { value(LibraryFilters.self, .filters) ?? .standard }
  /// Stores the filters on this device, for all accounts.
  public func setFilters(_ filters: LibraryFilters) { set(.filters, encoding: filters) }

  /// The stored order of the library; the order by title if none is stored.
  public var sort: LibrarySort { LibrarySort(stored: self[.sort]) }
  /// Stores the order of the library on this device, for all accounts.
  public func setSort(_ sort: LibrarySort) { set(.sort, sort.rawValue) }

  /// The lists that the library shows; the personal list when none is chosen, so it is never empty.
  public var selectedLists: [ListID] {
    let stored = value([ListID].self, .selectedLists) ?? []
    return stored.isEmpty ? [.personal] : stored
  }

  /// Stores the lists that the library shows, on this device; an empty array stands for the personal list.
  public func setSelectedLists(_ ids: [ListID]) { set(.selectedLists, encoding: ids.isEmpty ? [.personal] : ids) }

  /// Whether the personal list is shown together with the other chosen lists; false where nothing is stored.
  public var mergesLists: Bool { self[.mergesLists] == "true" }
  /// Stores on this device, for all accounts, whether the personal list is shown together with the other chosen lists.
  public func setMergesLists(_ merges: Bool) { set(.mergesLists, merges ? "true" : nil) }

  /// The order in which the user has put the lists.
  public var listOrder: [ListID] { value([ListID].self, .listOrder) ?? [] }
  /// Stores the order of the lists on this device, for all accounts.
  public func setListOrder(_ ids: [ListID]) { set(.listOrder, encoding: ids) }
}
