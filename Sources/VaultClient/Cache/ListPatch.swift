import MediaCore

/// An element of a cached list; a save writes only its changed members.
protocol PatchableElement: Codable, Equatable, Identifiable, Sendable where ID: Hashable {
  associatedtype Patch: Codable

  func patch(from older: Self) throws -> Patch
  mutating func apply(_ patch: Patch) throws
}

/// The difference between two lists: a title that is marked, removed or moved is one step, however long the list is. Lists can hold an
/// id twice.
struct ListPatch<Element: PatchableElement>: Codable {
  struct Insertion: Codable {
    /// The place in the newer list.
    var at: Int
    /// The place in the older list, for an element that has moved.
    var from: Int?
    /// Nil for an element that has moved.
    var element: Element?
  }

  struct Change: Codable {
    /// The place in the newer list.
    var at: Int
    var patch: Element.Patch?
    /// The whole element, where no patch can be made.
    var element: Element?
  }

  /// Places in the older list, rising, also of elements that have moved.
  var removed: [Int]?
  /// In ascending order of their places.
  var inserted: [Insertion]?
  var changed: [Change]?

  var isEmpty: Bool { removed == nil && inserted == nil && changed == nil }

  /// Nil for equal lists.
  init?(_ newer: [Element], from older: [Element], isSame: (Element, Element) -> Bool = { $0 == $1 }) {
    var changed: [Change] = []
    func compare(_ old: Int, _ new: Int) {
      guard !isSame(older[old], newer[new]) else { return }
      let patch = try? newer[new].patch(from: older[old])
      changed.append(Change(at: new, patch: patch, element: patch == nil ? newer[new] : nil))
    }
    let places = Self.places(of: newer, in: older)
    let stay = Self.staying(places)
    var (removed, inserted): ([Int], [Insertion]) = ([], [])
    var remaining = Set(older.indices)
    for (new, old) in places.enumerated() {
      guard let old else {
        inserted.append(Insertion(at: new, element: newer[new]))
        continue
      }
      if stay?.contains(new) ?? true { remaining.remove(old) } else { inserted.append(Insertion(at: new, from: old)) }
      compare(old, new)
    }
    removed = remaining.sorted()
    self.removed = removed.isEmpty ? nil : removed
    self.inserted = inserted.isEmpty ? nil : inserted
    self.changed = changed.isEmpty ? nil : changed
    if isEmpty { return nil }
  }

  /// The place in the older list for each element of the newer one; nil for a new element.
  private static func places(of newer: [Element], in older: [Element]) -> [Int?] {
    let start = zip(older, newer).prefix { $0.id == $1.id }.count
    var places: [Int?] = (0..<start).map { $0 }
    guard start < newer.count else { return places }
    var known: [Element.ID: [Int]] = [:]
    for place in (start..<older.count).reversed() { known[older[place].id, default: []].append(place) }
    for element in newer[start...] { places.append(known[element.id]?.popLast()) }
    return places
  }

  /// The places in the newer list of the longest run of elements that kept their order; nil when all of them kept it.
  private static func staying(_ places: [Int?]) -> Set<Int>? {
    let known = places.enumerated().compactMap { new, old in old.map { (new: new, old: $0) } }
    guard zip(known, known.dropFirst()).contains(where: { $0.old > $1.old }) else { return nil }
    // Longest increasing subsequence. `ends`: by length, the last element of the sequence of that length with the lowest end. `before`:
    // each element's predecessor in its sequence.
    var (ends, before): ([Int], [Int?]) = ([], [])
    for (index, place) in known.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if known[ends[middle]].old < place.old { low = middle + 1 } else { high = middle }
      }
      before.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var stay: Set<Int> = []
    var next = ends.last
    while let index = next {
      stay.insert(known[index].new)
      next = before[index]
    }
    return stay
  }

  /// Makes the older list the newer one. Ignores places outside the list: a damaged file can hold any number.
  func apply(to list: inout [Element]) {
    let older = list
    if removed != nil || inserted != nil {
      let gone = Set(removed ?? [])
      var rest = older.indices.lazy.filter { !gone.contains($0) }.map { older[$0] }.makeIterator()
      var newer: [Element] = []
      newer.reserveCapacity(older.count + (inserted?.count ?? 0))
      for insertion in inserted ?? [] {
        while newer.count < insertion.at, let next = rest.next() { newer.append(next) }
        if let element = insertion.element ?? insertion.from.flatMap({ older.indices.contains($0) ? older[$0] : nil }) {
          newer.append(element)
        }
      }
      while let next = rest.next() { newer.append(next) }
      list = newer
    }
    for change in changed ?? [] where list.indices.contains(change.at) {
      if let element = change.element { list[change.at] = element }
      if let patch = change.patch { try? list[change.at].apply(patch) }
    }
  }
}

/// The changed members of a value, by their names.
struct MemberPatch: Codable {
  var set: [String: JSONValue]?
  var removed: [String]?

  init(_ newer: some Encodable, from older: some Encodable) throws {
    let (newer, older) = (try Self.members(of: newer), try Self.members(of: older))
    let set = newer.filter { older[$0.key] != $0.value }
    let removed = older.keys.filter { newer[$0] == nil }.sorted()
    self.set = set.isEmpty ? nil : set
    self.removed = removed.isEmpty ? nil : removed
  }

  func apply<Value: Codable>(to value: inout Value) throws {
    guard set != nil || removed != nil else { return }
    var members = try Self.members(of: value)
    for name in removed ?? [] { members[name] = nil }
    members.merge(set ?? [:]) { $1 }
    value = try JSONCoder.vault.decode(Value.self, from: JSONCoder.vault.encode(members))
  }

  private static func members(of value: some Encodable) throws -> [String: JSONValue] {
    try JSONValue(parsing: JSONCoder.vault.encode(value)).object ?? [:]
  }
}

// MARK: The elements of a vault

extension Movie: PatchableElement {
  func patch(from older: Movie) throws -> MemberPatch { try MemberPatch(self, from: older) }
  mutating func apply(_ patch: MemberPatch) throws { try patch.apply(to: &self) }
}

extension Episode: PatchableElement {
  func patch(from older: Episode) throws -> MemberPatch { try MemberPatch(self, from: older) }
  mutating func apply(_ patch: MemberPatch) throws { try patch.apply(to: &self) }
}

extension VaultList: PatchableElement {
  func patch(from older: VaultList) throws -> MemberPatch { try MemberPatch(self, from: older) }
  mutating func apply(_ patch: MemberPatch) throws { try patch.apply(to: &self) }
}

/// The changed members of an element that holds a list.
struct HolderPatch<Held: PatchableElement>: Codable {
  var members: MemberPatch
  var held: ListPatch<Held>?
}

extension Series: PatchableElement {
  func patch(from older: Series) throws -> HolderPatch<Episode> {
    HolderPatch(
      members: try MemberPatch(with(self) { $0.episodes = [] }, from: with(older) { $0.episodes = [] }),
      held: ListPatch(episodes, from: older.episodes))
  }

  mutating func apply(_ patch: HolderPatch<Episode>) throws {
    var held = episodes
    var rest = with(self) { $0.episodes = [] }
    try patch.members.apply(to: &rest)
    patch.held?.apply(to: &held)
    rest.episodes = held
    self = rest
  }
}

extension MovieCollection: PatchableElement {
  func patch(from older: MovieCollection) throws -> HolderPatch<Movie> {
    HolderPatch(
      members: try MemberPatch(with(self) { $0.movies = [] }, from: with(older) { $0.movies = [] }),
      held: ListPatch(movies, from: older.movies))
  }

  mutating func apply(_ patch: HolderPatch<Movie>) throws {
    var held = movies
    try patch.members.apply(to: &self)
    patch.held?.apply(to: &held)
    movies = held
  }
}

extension NewSeries: PatchableElement {
  struct Patch: Codable {
    var series: HolderPatch<Episode>
    var episodes: ListPatch<Episode>?
  }

  func patch(from older: NewSeries) throws -> Patch {
    Patch(
      series: try series.patch(from: older.series), episodes: ListPatch(episodes, from: older.episodes))
  }

  mutating func apply(_ patch: Patch) throws {
    try series.apply(patch.series)
    patch.episodes?.apply(to: &episodes)
  }
}
