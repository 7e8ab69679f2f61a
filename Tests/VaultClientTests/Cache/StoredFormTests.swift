import Foundation
import MediaCore
import Testing

@testable import VaultClient

@Suite("Stored forms: later builds must read them")
struct StoredFormTests {
  private static let item = #"{"item_id": 3, "item_type": "movie"}"#

  /// - Returns: the stored kind.
  private func reads<M: VaultMutation>(_ text: String, _ mutation: M) throws -> String {
    let read = try JSONDecoder().decode(M.self, from: Data(text.utf8))
    #expect(read == mutation)
    #expect(try JSONDecoder().decode(M.self, from: JSONEncoder().encode(read)) == mutation)
    return M.kind.rawValue
  }

  @Test("titles: marks, edits, removals, imports, seen")
  func titles() throws {
    var kinds: [String] = []
    kinds.append(
      try reads(
        #"{"movie": 4, "imdbID": "tt1", "watched": true}"#, MovieMarkMutation(movie: 4, imdbID: "tt1", watched: true)))
    kinds.append(
      try reads(
        #"{"series": 1, "all": true, "seasons": {"2": false}, "episodes": {"1x2": true}}"#,
        SeriesMarkMutation(series: 1, all: true, seasons: [2: false], episodes: ["1x2": true])))
    kinds.append(
      try reads(
        #"{"title": {"movie": {"_0": 13}}, "imdbID": "tt1"}"#,
        TitleRemovalMutation(title: .movie(13), imdbID: "tt1")))
    var listed = TitleRemovalMutation(title: .movie(13), imdbID: "tt1")
    listed.lists = [3, -5]
    _ = try reads(#"{"title": {"movie": {"_0": 13}}, "imdbID": "tt1", "lists": [3, -5]}"#, listed)
    kinds.append(
      try reads(
        #"{"movie": 6, "change": {"title": "T", "collection": {"none": {}}}}"#,
        MovieEditMutation(
          movie: 6, change: MovieChange(title: "T", collection: MovieChange.CollectionChange.none))))
    kinds.append(
      try reads(#"{"series": 1, "title": "South Pier"}"#, SeriesEditMutation(series: 1, title: "South Pier")))
    let fields = EpisodeFields(seriesID: 1, season: 1, number: 2, title: "Fog")
    kinds.append(
      try reads(
        #"""
        {"series": 1, "position": {"season": 1, "number": 2}, "fields": {"series_id": 1, "season": 1, "episode": 2,
        "title": "Fog", "code": "S01E02", "watched": false}}
        """#, EpisodeMutation(series: 1, position: EpisodePosition(season: 1, number: 2), fields: fields)))
    kinds.append(
      try reads(
        #"{"what": {"fullSeries": {"_0": "tmdb_801"}}, "lists": [1, -5]}"#,
        ImportMutation(what: .fullSeries("tmdb_801"), lists: [1, -5])))
    _ = try reads(
      #"{"what": {"movie": {"_0": "tt1"}}, "lists": [], "follows": "r"}"#,
      ImportMutation(what: .movie("tt1"), lists: [], follows: "r"))
    kinds.append(
      try reads(
        #"{"title": {"collection": {"_0": 9001}}, "keepsBadge": true}"#,
        SeenMutation(title: .collection(9001), keepsBadge: true)))
    kinds.append(
      try reads(
        #"{"titles": [{"title": {"movie": {"_0": 8}}, "imdbID": "tt1"}, {"title": {"series": {"_0": 1}}}]}"#,
        SeenTitlesMutation(titles: [SeenMutation(title: .movie(8), imdbID: "tt1"), SeenMutation(title: .series(1))])))
    kinds.append(
      try reads(#"{"library": 1, "isAutomated": true}"#, AutomationMutation(library: 1, isAutomated: true)))
    #expect(
      kinds == [
        "vault.mark.movie", "vault.mark.series", "vault.remove", "vault.edit.movie", "vault.edit.series",
        "vault.episode", "vault.import", "vault.seen", "vault.seen.titles",
        "vault.automation",
      ])
  }

  @Test("lists: made, changed, ended, filled, marked, transferred, shared")
  func lists() throws {
    var kinds: [String] = []
    kinds.append(
      try reads(
        #"{"provisional": -5, "name": "Rain", "draft": {"name": "Rain"}, "ending": "deleted"}"#,
        ListCreationMutation(provisional: -5, name: "Rain", draft: ListDraft(name: "Rain"), ending: .deleted)))
    kinds.append(
      try reads(#"{"list": 1, "change": {"icon": "🎬"}}"#, ListEditMutation(list: 1, change: ListDraft(icon: "🎬"))))
    kinds.append(
      try reads(#"{"list": 1, "isGuest": true}"#, ListRemovalMutation(list: 1, isGuest: true)))
    kinds.append(
      try reads(
        #"{"list": -5, "item": \#(Self.item), "isThere": true, "notes": "n"}"#,
        ListItemMutation(list: -5, item: .movie(3), isThere: true, notes: "n")))
    kinds.append(
      try reads(
        #"{"list": 1, "item": \#(Self.item), "mark": {"watched": true, "watched_by": "family"}}"#,
        ListMarkMutation(list: 1, item: .movie(3), mark: ItemMark(watched: true, watchedBy: .family))))
    kinds.append(
      try reads(
        #"""
        {"transfer": {"operation": "move", "source_list_id": 1, "target_list_id": 2, "items": [\#(Self.item)],
        "preserve_metadata": true}}
        """#, TransferMutation(transfer: ListTransfer(.move, [.movie(3)], from: 1, to: 2))))
    kinds.append(
      try reads(
        #"{"list": 1, "username": "bob", "permission": "edit"}"#,
        ShareMutation(list: 1, username: "bob", permission: .edit)))
    #expect(
      kinds == [
        "vault.list.new", "vault.list.edit", "vault.list.remove", "vault.list.item", "vault.list.mark",
        "vault.list.transfer", "vault.list.share",
      ])
  }

  @Test("the states that changes of earlier versions were decided by")
  func remotes() throws {
    func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    let episode: EpisodeMutation.Remote = try read(
      #"{"id": 7, "season_number": 1, "episode_number": 2, "title": "Fog", "watched": false}"#)
    #expect(episode.episode?.title == "Fog" && episode.imdbID == nil)
    let now = EpisodeMutation.Remote(episode: episode.episode, copies: [9], imdbID: "tt1", lacksSeries: false)
    #expect(try JSONDecoder().decode(EpisodeMutation.Remote.self, from: JSONEncoder().encode(now)) == now)
    let marks: SeriesMarkMutation.Remote = try read(
      #"{"imdbID": "tt1", "episodes": [{"id": 7, "season_number": 1, "episode_number": 2, "watched": true}], "userID": 7}"#
    )
    #expect(marks.episodes.map(\.position) == [EpisodePosition(season: 1, number: 2)] && marks.userID == 7)
    let newer = try JSONDecoder().decode(SeriesMarkMutation.Remote.self, from: JSONEncoder().encode(marks))
    #expect(newer.episodes == [Episode(mark: true, at: EpisodePosition(season: 1, number: 2))] && newer.imdbID == "tt1")
    let row: ListRow = try read(#"{"isThere": true, "isMeant": true, "sharesID": false, "notes": "n"}"#)
    #expect(row.isThere && row.notes == "n" && row.imdbID == nil)
    let transfer: TransferMutation.Remote = try read(#"{"source": [\#(Self.item)], "target": []}"#)
    #expect(transfer.source == [.movie(3)] && transfer.imdbIDs == nil)
    let imported: ImportMutation.Remote = try read(#"{"isThere": true, "lists": [1], "lacksList": false}"#)
    #expect(imported.isThere && imported.lists == [1] && imported.kind == nil)
    let share: ShareMutation.Remote = try read(#"{"mayBeDone": false}"#)
    #expect(!share.mayBeDone)
  }

  @Test("the cached vault and the account")
  func cached() throws {
    let text = #"""
      {"library": {"asOf": 0, "value": {"movies": [{"id": 1, "title": "Paper Lanterns", "watched": true}], "series": [],
      "collections": []}}, "contents": {"12": {"asOf": 0, "value": {"movies": [], "series": [], "collections": []}}},
      "numbers": {"-5": 12}, "counted": ["a"]}
      """#
    let snapshot = try JSONDecoder().decode(VaultSnapshot.self, from: Data(text.utf8))
    #expect(snapshot.library?.value.movie(1)?.watched == true)
    #expect(snapshot.library?.asOf == Date(timeIntervalSinceReferenceDate: 0))
    #expect(snapshot.contents(of: .list(-5))?.value.isEmpty == true)
    let record = #"{"user": {"id": 7, "username": "ada", "is_admin": false}, "expiresAt": 0, "usesAuth0": true}"#
    let account = try JSONDecoder().decode(AccountRecord.self, from: Data(record.utf8))
    #expect(account.user.username == "ada" && account.usesAuth0 && account.auth0 == nil)
  }
}
