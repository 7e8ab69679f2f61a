public import Foundation
public import MediaCore

/// A conflict between this device and another device. Both have changed the same list, film, series or episode, and only one of the two
/// changes was kept. If the server stores the time of the other device's change, the later change was kept. Otherwise this device's change
/// was kept, because it was sent last. The conflict stores the overwritten values, so that an app can show them and restore them with
/// ``VaultStore/undo(_:)``.
///
/// ```swift
/// for conflict in try await vault.store.conflicts() {
///   print(conflict.text())
///   try await vault.store.undo(conflict)  // or dismiss(conflict)
/// }
/// ```
public struct VaultConflict: Codable, Hashable, Sendable, Identifiable {
  /// The list, title or episode that both devices have changed.
  public enum Subject: Codable, Hashable, Sendable {
    /// The name, description, colour or icon of a list. The associated value is the list's number.
    case list(Int)
    /// A title of a list: the title's mark, its note, or whether the title is in the list.
    case listItem(ListItem, list: Int)
    /// A film: its mark as watched, or another member of the film. The associated value is the film's id.
    case movie(Int)
    /// A series: the marks of its episodes, or another member of the series. The associated value is the id of the series.
    case series(Int)
    /// An episode, identified by its series, its season and its number.
    case episode(series: Int, EpisodePosition)
  }

  /// A member of the list, title or episode that the two devices have set to different values.
  public struct Difference: Codable, Hashable, Sendable {
    /// The name of the member.
    public let member: MemberName
    /// The value of the member that was kept, as text; empty if there is no value.
    public let kept: String
    /// The value of the member that was overwritten, as text; empty if there is no value.
    public let lost: String
  }

  /// The name of a member of a list, a title, an episode, or a title's row in a list.
  public struct MemberName: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name of a list.
    public static let name = MemberName(rawValue: "name")
    /// The description of a list.
    public static let description = MemberName(rawValue: "description")
    /// The colour of a list.
    public static let color = MemberName(rawValue: "color")
    /// The icon of a list.
    public static let icon = MemberName(rawValue: "icon")
    /// The title of a film, a series or an episode.
    public static let title = MemberName(rawValue: "title")
    /// The IMDb id of a film or a series.
    public static let imdbID = MemberName(rawValue: "imdbID")
    /// The day of a film's release, or of an episode's broadcast.
    public static let date = MemberName(rawValue: "date")
    /// The collection of a film.
    public static let collection = MemberName(rawValue: "collection")
    /// The code of an episode.
    public static let code = MemberName(rawValue: "code")
    /// The mark as watched. For several episodes, each episode has its own ``Difference``.
    public static let watched = MemberName(rawValue: "watched")
    /// The viewers that a list stores for one of its titles.
    public static let watchedBy = MemberName(rawValue: "watchedBy")
    /// The note that a list stores for one of its titles.
    public static let notes = MemberName(rawValue: "notes")
    /// Whether a title is in the vault. This member differs if this device removed a title while another device marked it. The overwritten
    /// value is then the other device's mark.
    public static let isInVault = MemberName(rawValue: "isInVault")
    /// Whether a title is in a list.
    public static let isThere = MemberName(rawValue: "isThere")
  }

  /// The id of this device's change, whether that change was kept or overwritten.
  public let id: String
  /// The list, title or episode that both devices have changed.
  public let subject: Subject
  /// The members that the two devices have set to different values. There is at least one.
  public let differences: [Difference]
  /// Whether this device's values were kept and the other device's values were overwritten.
  public let isKeptFromThisDevice: Bool
  /// The time at which this device noticed the conflict.
  public let noticedAt: Date
  /// The changes that bring the other side back.
  let remedy: ConflictRemedy

  /// The conflict as one sentence for the user. Text keys: `vault.conflict` and, after this prefix, `.here`, `.elsewhere`, `.watched`,
  /// `.unwatched`, `.there`, `.notThere`, `.removed`, `.watchedBy`, `.quoted` and `.nothing`. The texts for viewers are
  /// `vault.watchedBy.you`, `.family` and `.both`.
  public func text(_ texts: Texts = .english) -> String {
    let here = texts("vault.conflict.here", english: "this device")
    let elsewhere = texts("vault.conflict.elsewhere", english: "another device")
    return texts(
      "vault.conflict", english: "Kept %@ from %@; %@ from %@ was overwritten.", shown(\.kept, texts),
      isKeptFromThisDevice ? here : elsewhere, shown(\.lost, texts), isKeptFromThisDevice ? elsewhere : here)
  }

  private static let viewers: [String: Texts.Entry] = [
    WatchedBy.you.rawValue: .init("vault.watchedBy.you", english: "you"),
    WatchedBy.family.rawValue: .init("vault.watchedBy.family", english: "your family"),
    WatchedBy.both.rawValue: .init("vault.watchedBy.both", english: "you and your family"),
  ]

  private func shown(_ value: KeyPath<Difference, String>, _ texts: Texts) -> String {
    var seen: Set<String> = []
    return differences.map { difference in
      let text = difference[keyPath: value]
      let isTrue = text == Difference.text(true)
      switch difference.member {
      case .isInVault where text.isEmpty: return texts("vault.conflict.removed", english: "removed")
      case .watched, .isInVault:
        return isTrue
          ? texts("vault.conflict.watched", english: "watched")
          : texts("vault.conflict.unwatched", english: "unwatched")
      case .isThere:
        return isTrue
          ? texts("vault.conflict.there", english: "in the list")
          : texts("vault.conflict.notThere", english: "not in the list")
      case .watchedBy where Self.viewers[text] != nil:
        return texts("vault.conflict.watchedBy", english: "watched by %@", Self.viewers[text].map { texts($0) } ?? text)
      default:
        return text.isEmpty
          ? texts("vault.conflict.nothing", english: "nothing") : texts("vault.conflict.quoted", english: "“%@”", text)
      }
    }.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}

/// The values of the side that lost, as changes.
enum ConflictRemedy: Codable, Hashable, Sendable {
  case list(Int, ListDraft)
  case movie(Int, MovieChange)
  case movieMark(Int, Bool)
  case series(Int, title: String?, imdbID: String?)
  case episodeMarks(series: Int, [String: Bool])
  case episode(EpisodePosition, series: Int, EpisodeFields?)
  case mark(ListItem, list: Int, ItemMark)
  case item(ListItem, list: Int, isThere: Bool, notes: String?)
  /// - Parameter lists: the stable numbers of the lists that had the title; nil in a conflict of an earlier version.
  case restore(TitleImport, lists: [Int]? = nil)
}

extension VaultConflict.Difference {
  static func text(_ value: Bool?) -> String { value == true ? "true" : value == false ? "false" : "" }

  /// The difference as the other side has it: kept and lost exchanged.
  var inverted: VaultConflict.Difference { VaultConflict.Difference(member: member, kept: lost, lost: kept) }
}

extension [VaultConflict.Difference] {
  /// Adds a member that both sides have changed. Adds nothing if the other device left the member alone or set the same value.
  mutating func add(_ member: VaultConflict.MemberName, base: String?, ours: String?, theirs: String?) {
    // The server treats a missing and an empty text alike, so compare nil as an empty text.
    let (base, ours, theirs) = (base ?? "", ours ?? "", theirs ?? "")
    guard theirs != base, theirs != ours else { return }
    append(VaultConflict.Difference(member: member, kept: ours, lost: theirs))
  }

  mutating func add(_ member: VaultConflict.MemberName, base: Bool?, ours: Bool?, theirs: Bool?) {
    typealias Difference = VaultConflict.Difference
    add(member, base: Difference.text(base), ours: Difference.text(ours), theirs: Difference.text(theirs))
  }
}

/// A mutation that can take back what another device has set.
protocol ConflictingMutation: VaultMutation {
  var subject: VaultConflict.Subject { get }
  /// The members that this mutation sets; empty if all mutations of the type set the same members.
  var members: Set<VaultConflict.MemberName> { get }
  /// The members that this mutation sets and that another device has set to other values since `base`.
  func differences(base: Remote, theirs: Remote) -> [VaultConflict.Difference]
  /// The change that brings back the values of `lost` for the members that this mutation sets.
  func remedy(_ lost: Remote) -> ConflictRemedy?
  /// The change that brings back this mutation's own values of the members in `lost`.
  func ownRemedy(of lost: Set<VaultConflict.MemberName>) -> ConflictRemedy?
  /// Of the members in which the two devices differ, those in which a later change of the other device was kept.
  func lost(_ differences: [VaultConflict.Difference], _ record: MutationRecord) -> [VaultConflict.Difference]
}

extension ConflictingMutation {
  var members: Set<VaultConflict.MemberName> { [] }
  func ownRemedy(of lost: Set<VaultConflict.MemberName>) -> ConflictRemedy? { nil }
  func lost(_ differences: [VaultConflict.Difference], _ record: MutationRecord) -> [VaultConflict.Difference] {
    differences
  }

  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool { !overwritten(merge).isEmpty }

  /// The members that this mutation sets and that another device has set to other values. Writing this mutation would overwrite those
  /// values.
  func overwritten(_ merge: MergeInput<Self>) -> [VaultConflict.Difference] {
    guard let base = merge.base, let remote = merge.remote else { return [] }
    let others = differences(base: base, theirs: remote)
    // An earlier form of this change (`sent`) may have set the server's values, so they can be this device's own. Count a member as a
    // conflict only if its value also differs from that of `sent`, or if `sent` does not set it.
    guard let sent = merge.sent, sent != self else { return others }
    let beside = Set(sent.differences(base: base, theirs: remote).map(\.member))
    let unsent = members.subtracting(sent.members)
    return others.filter { beside.contains($0.member) || unsent.contains($0.member) }
  }

  func conflict(_ record: MutationRecord, _ noticedAt: Date) -> VaultConflict? {
    guard let mutation = record.mutation(Self.self), let base = record.base(Self.self) else { return nil }
    switch record.state {
    case .synced:
      guard let theirs = record.overwritten(Self.self), let remedy = mutation.remedy(theirs) else { return nil }
      let differences = mutation.differences(base: base, theirs: theirs)
      return VaultConflict(record, mutation.subject, differences, isKeptFromThisDevice: true, noticedAt, remedy)
    case .superseded(VaultConflict.later):
      guard let theirs = record.remote(Self.self) else { return nil }
      let differences = mutation.lost(mutation.differences(base: base, theirs: theirs), record).map(\.inverted)
      guard let remedy = mutation.ownRemedy(of: Set(differences.map(\.member))) else { return nil }
      return VaultConflict(record, mutation.subject, differences, isKeptFromThisDevice: false, noticedAt, remedy)
    default: return nil
    }
  }
}

extension VaultConflict {
  /// The reason of a change that lost against a later one.
  static let later = "later"

  fileprivate init?(
    _ record: MutationRecord, _ subject: Subject, _ differences: [Difference], isKeptFromThisDevice: Bool,
    _ noticedAt: Date, _ remedy: ConflictRemedy
  ) {
    guard !differences.isEmpty else { return nil }
    id = record.id
    self.subject = subject
    self.differences = differences
    self.isKeptFromThisDevice = isKeptFromThisDevice
    self.noticedAt = noticedAt
    self.remedy = remedy
  }
}

extension VaultMutations {
  static func conflictRules(_ now: @escaping @Sendable () -> Date) -> [ConflictRule<VaultConflict>] {
    func rule<M: ConflictingMutation>(_ type: M.Type) -> ConflictRule<VaultConflict> {
      ConflictRule(type, now: now) { record, noticedAt in
        record.mutation(M.self).flatMap { $0.conflict(record, noticedAt) }
      }
    }
    return [
      rule(ListEditMutation.self), rule(MovieEditMutation.self), rule(MovieMarkMutation.self),
      rule(SeriesEditMutation.self), rule(SeriesMarkMutation.self), rule(EpisodeMutation.self),
      rule(ListMarkMutation.self), rule(ListItemMutation.self), rule(TitleRemovalMutation.self),
    ]
  }
}

extension VaultStore {
  /// Returns the last 200 conflicts, oldest first. The conflicts are read from this device, without a network request.
  public func conflicts() async throws(ClientError) -> [VaultConflict] { try await conflictStore.all() }

  /// Restores the overwritten values of a conflict on all devices, and removes the conflict from ``conflicts()``. The restoring changes are
  /// durable when this method returns.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder, such as a widget; nothing has changed then.
  @discardableResult
  public func undo(_ conflict: VaultConflict) async throws(ClientError) -> [Submission] {
    try conflictStore.checkOwner()
    let changes: [Submission]
    switch conflict.remedy {
    case .list(let list, let draft): changes = [try await updateList(list, draft)]
    case .movie(let movie, let change): changes = [try await update(movie, change)]
    case .movieMark(let movie, let watched): changes = try await setWatched(watched, for: .movie(movie))
    case .series(let series, let title, let imdbID):
      changes = [try await updateSeries(series, title: title, imdbID: imdbID)]
    case .episodeMarks(let series, let marks):
      let imdbID = try await snapshot().series(series)?.imdbID
      changes = [try await submit(SeriesMarkMutation(series: series, imdbID: imdbID, episodes: marks), as: .edited)]
    case .episode(let position, let series, let fields):
      if let fields {
        changes = [try await save(fields)]
      } else {
        changes = [try await removeEpisode(position, of: series)]
      }
    case .mark(let item, let list, let mark): changes = [try await self.mark(item, in: list, mark)]
    case .item(let item, let list, let isThere, let notes):
      changes = [try await isThere ? add(item, to: list, notes: notes) : remove(item, from: list)]
    case .restore(let title, let lists):
      changes = [try await importTitle(title, into: existing(lists ?? []).map(ListID.list))]
    }
    try await conflictStore.remove(conflict.id)
    return changes
  }

  /// Removes a conflict from ``conflicts()`` and changes nothing else.
  public func dismiss(_ conflict: VaultConflict) async throws(ClientError) {
    try await conflictStore.remove(conflict.id)
  }

  /// Calls `changed` each time the list of ``conflicts()`` changes, until the token is released. Changes are reported only after
  /// ``conflicts()`` was called once.
  public func observeConflicts(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    conflictStore.observe(changed)
  }
}
