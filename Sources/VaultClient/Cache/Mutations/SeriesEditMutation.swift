public import MediaCore

extension VaultStore {
  /// Changes the title or the IMDb id of a series.
  @discardableResult
  public func updateSeries(
    _ series: Int, title: String? = nil, imdbID: String? = nil
  ) async throws(ClientError) -> Submission {
    let known = try await snapshot().series(series)?.imdbID
    return try await submit(
      SeriesEditMutation(series: series, imdbID: known, title: title, newIMDbID: imdbID), as: .edited)
  }
}

struct SeriesEditMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.edit.series"

  var series: Int
  var imdbID: String?
  var title: String?
  var newIMDbID: String?

  var target: String { "series/\(series)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Series? {
    try await ifPresent { try await api.series.series(series).writable }
  }

  func refusal(over remote: Series?) -> VaultRefusal? {
    VaultRefusal(title: remote.map(\.imdbID), changedAs: imdbID, accepting: [newIMDbID])
  }

  func perform(_ api: VaultAPI, over remote: Series?, _ context: MutationContext) async throws(ClientError) {
    guard let remote else { return }
    _ = try await api.series.replace(
      series, title: title ?? remote.title, imdbID: newIMDbID ?? remote.imdbID ?? imdbID ?? "")
  }

  func isReflected(in remote: Series?) -> Bool { remote.map { with($0, change) == $0 } ?? false }

  func coalesced(with newer: SeriesEditMutation) -> SeriesEditMutation? {
    guard Self.isSameTitle(imdbID, newer.imdbID) || newer.imdbID == newIMDbID else { return nil }
    return SeriesEditMutation(
      series: series, imdbID: imdbID ?? newer.imdbID, title: newer.title ?? title,
      newIMDbID: newer.newIMDbID ?? newIMDbID)
  }

  private func change(_ series: inout Series) {
    series.title = title ?? series.title
    series.imdbID = newIMDbID ?? series.imdbID
  }

  func apply(to snapshot: inout VaultSnapshot) { snapshot.change(series: series, change) }
}

extension Series {
  /// The series with the members that can be written. The queue stores no more.
  var writable: Series {
    with(Series(id: id)) {
      $0.title = title
      $0.imdbID = imdbID
    }
  }
}

extension SeriesEditMutation {
  var subject: VaultConflict.Subject { .series(series) }

  var members: Set<VaultConflict.MemberName> {
    var set: Set<VaultConflict.MemberName> = []
    if title != nil { set.insert(.title) }
    if newIMDbID != nil { set.insert(.imdbID) }
    return set
  }

  func base(in snapshot: VaultSnapshot) -> Series? { snapshot.series(series)?.writable }

  func differences(base: Series, theirs: Series) -> [VaultConflict.Difference] {
    var all: [VaultConflict.Difference] = []
    if let title { all.add(.title, base: base.title, ours: title, theirs: theirs.title) }
    if let newIMDbID { all.add(.imdbID, base: base.imdbID, ours: newIMDbID, theirs: theirs.imdbID) }
    return all
  }

  func remedy(_ lost: Series) -> ConflictRemedy? {
    .series(series, title: title == nil ? nil : lost.title, imdbID: newIMDbID == nil ? nil : lost.imdbID)
  }
}
