/// A kind of data in an exported file other than the unsent changes, for example the items to play next. An export writes this device's
/// data into the file; an import merges the file's data into this device's.
package struct MovedPart: Sendable {
  /// The name in the file; it must not change between versions of an app.
  package let name: String
  /// Whether the part is imported before the unsent changes, because they refer to it.
  let isFirst: Bool
  let write: @Sendable () async throws(ClientError) -> JSONValue?
  /// Decodes this part's JSON, and returns a closure that merges it into an account's data.
  let read: @Sendable (JSONValue) throws(ClientError) -> Merge

  package typealias Merge = @Sendable (_ account: String) async throws(ClientError) -> ImportReport.Part

  /// Creates a part from functions that read and merge its value.
  /// - Parameters:
  ///   - read: returns the value to export; nil when there is nothing to move.
  ///   - isPlausible: whether the value of a file can be taken. A file can contain anything.
  ///   - merge: merges the value of a file into this device's value, durably, and reports what became of each element.
  package init<Value: Codable & Sendable>(
    _ name: String, isFirst: Bool = false, read: @escaping @Sendable () async throws(ClientError) -> Value?,
    isPlausible: @escaping @Sendable (Value) -> Bool = { _ in true },
    merge:
      @escaping @Sendable (_ moved: Value, _ account: String, inout ImportReport.Part) async throws(ClientError) ->
      Void
  ) {
    self.name = name
    self.isFirst = isFirst
    write = { () async throws(ClientError) in
      try await read().map { (value) throws(ClientError) in try ExportFile.json(value) }
    }
    self.read = { (json) throws(ClientError) in
      let moved = try ExportFile.value(Value.self, json)
      guard isPlausible(moved) else { throw ClientError(.damaged) }
      return { (account) async throws(ClientError) in
        var part = ImportReport.Part(name)
        try await merge(moved, account, &part)
        return part
      }
    }
  }

  /// A part that is the whole value of a cache.
  /// - Parameter merge: merges the value of a file into this device's; called anew when the device's value has changed meanwhile.
  package init<Value: Codable & Equatable & Sendable>(
    _ name: String, in cache: AccountCache<Value>, empty: Value, isFirst: Bool = false,
    isPlausible: @escaping @Sendable (Value) -> Bool = { _ in true },
    merge: @escaping @Sendable (inout Value, _ moved: Value, inout ImportReport.Part) -> Void
  ) {
    self.init(
      name, isFirst: isFirst,
      read: { () async throws(ClientError) in
        let value = try await cache.view().server
        return value == empty ? nil : value
      }, isPlausible: isPlausible
    ) { (moved, account, part: inout ImportReport.Part) async throws(ClientError) in
      let outcome = Locked(part)
      try await cache.update(of: account) { value in
        var (changed, counts) = (value, ImportReport.Part(name))
        merge(&changed, moved, &counts)
        value = changed
        outcome.withLock { [counts] in $0 = counts }
      }
      part = outcome.withLock { $0 }
    }
  }
}

extension MovedPart {
  /// Returns a part for a list whose elements have ids. Elements of the file that this device does not have are added at the end, in the
  /// order of the file.
  /// - Parameter limit: the number of elements that the device keeps.
  package static func list<Element: Codable & Equatable & Identifiable & Sendable>(
    _ name: String, in cache: AccountCache<[Element]>, limit: Int = .max,
    isPlausible: @escaping @Sendable (Element) -> Bool = { _ in true }
  ) -> MovedPart where Element.ID: Sendable {
    MovedPart(name, in: cache, empty: [], isPlausible: { $0.allSatisfy(isPlausible) }) { known, moved, part in
      var ids = Set(known.map(\.id))
      for element in moved {
        if !ids.insert(element.id).inserted {
          part.skip(.known)
        } else if known.count >= limit {
          part.skip(.full)
        } else {
          known.append(element)
          part.taken += 1
        }
      }
    }
  }

  /// Returns a part for a set. The import makes it the union of the device's set and the file's.
  package static func set<Element: Codable & Hashable & Sendable>(
    _ name: String, in cache: AccountCache<Set<Element>>,
    isPlausible: @escaping @Sendable (Element) -> Bool = { _ in true }
  ) -> MovedPart {
    MovedPart(name, in: cache, empty: [], isPlausible: { $0.allSatisfy(isPlausible) }) { known, moved, part in
      part.taken = moved.subtracting(known).count
      part.skip(.known, moved.intersection(known).count)
      known.formUnion(moved)
    }
  }

  /// Returns a part for the conflicts that the user has not settled yet.
  package static func conflicts<Conflict>(_ name: String, _ store: ConflictStore<Conflict>) -> MovedPart {
    .list(name, in: store.cache, limit: ConflictStore<Conflict>.limit)
  }

  /// The server's ids of things that were made on a device. Changes of these things use the local ids, so this part is imported first.
  package static func localIDs<ID>(
    _ name: String, _ ids: LocalIDs<ID>, isPlausible: @escaping @Sendable (ID) -> Bool = { _ in true }
  ) -> MovedPart {
    MovedPart(
      name, in: ids.cache, empty: [:], isFirst: true,
      isPlausible: { $0.allSatisfy { isPlausible($0.key) && isPlausible($0.value) } }
    ) { known, moved, part in
      for (local, id) in moved {
        if known[local] == nil {
          known[local] = id
          part.taken += 1
        } else {
          part.skip(.known)
        }
      }
    }
  }

  /// Returns a part for settings without dates. A setting that still has its initial value on this device takes the value of the file; a
  /// setting that the user has chosen on this device stays.
  /// - Parameter write: writes the new settings durably.
  package static func settings<Settings: Codable & Equatable & Sendable>(
    _ name: String, first: Settings, isPlausible: @escaping @Sendable (Settings) -> Bool = { _ in true },
    read: @escaping @Sendable () async throws(ClientError) -> Settings,
    write: @escaping @Sendable (Settings, _ account: String) async throws(ClientError) -> Void
  ) -> MovedPart {
    MovedPart(
      name,
      read: { () async throws(ClientError) in
        let settings = try await read()
        return settings == first ? nil : settings
      }, isPlausible: isPlausible
    ) { (moved: Settings, account, part: inout ImportReport.Part) async throws(ClientError) in
      let before = try await read()
      let (mine, theirs) = (try ExportFile.json(before), try ExportFile.json(moved))
      let merged = Self.merged(mine, theirs, first: try ExportFile.json(first), &part)
      let settings = try ExportFile.value(Settings.self, merged)
      if settings != before { try await write(settings, account) }
    }
  }

  /// Merges settings member by member.
  private static func merged(
    _ mine: JSONValue?, _ theirs: JSONValue?, first: JSONValue?, _ part: inout ImportReport.Part
  ) -> JSONValue {
    guard case .object(let members)? = theirs else {
      switch (mine, theirs) {
      // If `theirs` is still the initial value, the other device did not change the setting: nothing is imported.
      case _ where theirs == first: break
      case _ where mine == theirs: part.skip(.known)
      case _ where mine == first: part.taken += 1
      default: part.skip(.setHere)
      }
      return (mine == first ? theirs : mine) ?? mine ?? .null
    }
    var result = mine?.object ?? [:]
    for (name, value) in members { result[name] = merged(result[name], value, first: first?[name], &part) }
    return .object(result)
  }
}
