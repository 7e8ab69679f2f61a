import Foundation
import MediaCore

/// Settings that an app stores on the device, such as filters and sort order. The settings are the same for all accounts, and a sign-out
/// keeps them.
public struct Preferences: Sendable {
  private let files: any FileSystem
  private let failed: @Sendable (ClientError) -> Void

  init(files: any FileSystem, failed: @escaping @Sendable (ClientError) -> Void) {
    self.files = files
    self.failed = failed
  }

  /// The name of a preference. Each preference is stored in a file of that name.
  public enum Key: String, Sendable, CaseIterable {
    /// `hasSeenWatchedTip` is whether the tip was seen, `filters` are the filters of the library, `sort` is the sort order of the library,
    /// and `listOrder` is the order of the lists. Older versions of the apps use the same raw values.
    case hasSeenWatchedTip, filters, sort, listOrder
    /// The lists whose titles the library shows.
    case selectedLists = "selectedListIds"
    /// Whether the personal list is shown together with other chosen lists.
    case mergesLists
  }

  /// The stored text of a preference; nil if no text is stored or the file cannot be read. An unreadable file stays unchanged until a new
  /// text is stored.
  public subscript(key: Key) -> String? { (try? files.read(path(key))).flatMap { String(bytes: $0, encoding: .utf8) } }

  /// Stores a preference, or removes it if `text` is nil. A failed write is reported and otherwise ignored, so the preference is not
  /// stored.
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

  /// The stored filters; ``LibraryFilters/standard`` if no valid filters are stored.
  public var filters: LibraryFilters { value(LibraryFilters.self, .filters) ?? .standard }
  /// Stores the filters on this device, for all accounts.
  public func setFilters(_ filters: LibraryFilters) { set(.filters, encoding: filters) }

  /// The stored sort order of the library. If no order is stored, the library is sorted by title.
  public var sort: LibrarySort { LibrarySort(stored: self[.sort]) }
  /// Stores the order of the library on this device, for all accounts.
  public func setSort(_ sort: LibrarySort) { set(.sort, sort.rawValue) }

  /// The lists whose titles the library shows. If no lists are stored, this is only the personal list, so the array is never empty.
  public var selectedLists: [ListID] {
    let stored = value([ListID].self, .selectedLists) ?? []
    return stored.isEmpty ? [.personal] : stored
  }

  /// Stores the lists whose titles the library shows, on this device. An empty array stores the personal list.
  public func setSelectedLists(_ ids: [ListID]) { set(.selectedLists, encoding: ids.isEmpty ? [.personal] : ids) }

  /// Whether the personal list is shown together with the other chosen lists; false if no choice is stored.
  public var mergesLists: Bool { self[.mergesLists] == "true" }
  /// Stores on this device, for all accounts, whether the personal list is shown together with the other chosen lists.
  public func setMergesLists(_ merges: Bool) { set(.mergesLists, merges ? "true" : nil) }

  /// The order in which the user has arranged the lists; empty if no order is stored.
  public var listOrder: [ListID] { value([ListID].self, .listOrder) ?? [] }
  /// Stores the order of the lists on this device, for all accounts.
  public func setListOrder(_ ids: [ListID]) { set(.listOrder, encoding: ids) }
}
