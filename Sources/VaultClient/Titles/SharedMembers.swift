/// The members of a model behind one reference: copying, comparing and releasing a list of thousands of titles takes one step for each
/// title instead of one for each of its texts. A copy that is changed gets members of its own.
struct SharedMembers<Members: Encodable & Hashable & Sendable>: Sendable {
  /// `@unchecked Sendable`: never changed while two copies have it.
  private final class Storage: @unchecked Sendable {
    var members: Members

    init(_ members: Members) { self.members = members }
  }

  private var storage: Storage

  init(_ members: Members) { storage = Storage(members) }

  /// Whether it is a copy of the other, which neither of them has changed since.
  func isCopy(of other: SharedMembers) -> Bool { storage === other.storage }

  var members: Members {
    get { storage.members }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.members) }
      yield &storage.members
    }
  }
}

extension SharedMembers: Hashable {
  static func == (a: SharedMembers, b: SharedMembers) -> Bool { a.storage === b.storage || a.members == b.members }
  func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
