import Foundation
import MediaTesting

/// The stored password of an account without one.
enum VaultPassword: Sendable, Hashable {
  /// No password: every attempt is refused. Accounts made at the Auth0 callback.
  case absent
  /// An empty text where a hash is expected: every attempt breaks the server. Accounts made on first use of a token.
  case unusable
  case set(String)
}

struct VaultUserRow: Sendable, Identifiable {
  var id: Int
  var username: String
  var email: String?
  var fullName: String?
  var password: VaultPassword
  var isActive = true
  var isAdmin = false
  var auth0ID: String?
  var authProvider = "local"
  var emailVerified = false
  var passwordEnabled = true
  var oauthEnabled = false
  var createdAt: VaultStamp?
  var lastLogin: VaultStamp?
}

/// A film or a series; each kind has a table and ids of its own.
struct VaultTitleRow: Sendable, Identifiable {
  var id: Int
  var userID: Int
  var title: String
  var imdbID: String
  var releaseDate: String?
  /// The runtime; of a series the mean of its episodes.
  var runtime: Int?
  /// The mark; only films have one.
  var watched = false
  var collectionID: Int?
  var collectionName: String?
  var posterURL: String?
  var posterThumb: String?
  var isNew = false
  var quality: String?
  var overview: String?
  var notes: String?
  var addedAt: VaultStamp?
  var importedAt: VaultStamp?
  /// Takes the place of `importedAt` when the server starts.
  var importedHoursAgo: Double?
}

struct VaultEpisodeRow: Sendable, Identifiable {
  var id: Int
  var seriesID: Int
  var season: Int
  var episode: Int
  var title: String
  var code: String
  var airDate: String?
  var watched = false
  var notes: String?
}

struct VaultListRow: Sendable, Identifiable {
  var id: Int
  var userID: Int
  var name: String
  var description: String?
  var color: String
  var icon: String
  /// False after the deletion: the row stays, so that its id is never used again.
  var isActive = true
  var createdAt: VaultStamp
  var updatedAt: VaultStamp
}

struct VaultItemRow: Sendable, Identifiable {
  var id: Int
  var listID: Int
  /// `movie` and `series` are shown; any other text is stored as well.
  var type: String
  var itemID: Int
  var notes: String?
  var watched = false
  var watchedBy = "you"
  var addedAt: VaultStamp
}

struct VaultShareRow: Sendable, Identifiable {
  var id: Int
  var listID: Int
  var userID: Int
  var permission: String
}

struct VaultLibraryRow: Sendable, Identifiable {
  var id: Int
  var userID: Int
  var libraryName: String
  var libraryID: String
  var lastImported: VaultStamp?
  var importCount: Int
  var isAutomated: Bool
  var createdAt: VaultStamp?
}

/// The database. Rows are in the order of their ids.
struct VaultTables: Sendable {
  var users: [VaultUserRow] = []
  var movies: [VaultTitleRow] = []
  var series: [VaultTitleRow] = []
  var episodes: [VaultEpisodeRow] = []
  var lists: [VaultListRow] = []
  var items: [VaultItemRow] = []
  var shares: [VaultShareRow] = []
  var libraries: [VaultLibraryRow] = []

  func user(_ id: Int) -> VaultUserRow? { users.first { $0.id == id } }
  func user(named name: String) -> VaultUserRow? { users.first { $0.username == name } }
  func episodes(of seriesID: Int) -> [VaultEpisodeRow] { episodes.filter { $0.seriesID == seriesID } }

  @discardableResult
  mutating func addEpisode(_ episode: VaultWorld.Episode, to seriesID: Int) -> Int {
    let id = episodes.nextID
    episodes.append(
      VaultEpisodeRow(
        id: id, seriesID: seriesID, season: episode.season, episode: episode.number, title: episode.title,
        code: VaultWorld.code(episode.season, episode.number), airDate: episode.airDate, watched: episode.watched))
    return id
  }

  /// Turns hours before the start into times.
  mutating func settle(at now: VaultStamp) {
    for table in [\VaultTables.movies, \.series] {
      for index in self[keyPath: table].indices {
        guard let hours = self[keyPath: table][index].importedHoursAgo else { continue }
        self[keyPath: table][index].importedAt = now.adding(hours: -hours)
      }
    }
  }
}

extension Sequence {
  /// The elements by their keys, in the order of the first of each key, and the elements without a key.
  func grouped(by key: (Element) -> Int?) -> (single: [Element], groups: [(key: Int, elements: [Element])]) {
    var single: [Element] = []
    var groups: [(key: Int, elements: [Element])] = []
    for element in self {
      let key = key(element)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].elements.append(element)
      } else if let key {
        groups.append((key, [element]))
      } else {
        single.append(element)
      }
    }
    return (single, groups)
  }
}

extension Array where Element: Identifiable, Element.ID == Int {
  /// The id of the next row: one above the highest there is, so that the highest is used again after a deletion.
  var nextID: Int { (lazy.map(\.id).max() ?? 0) + 1 }

  mutating func change(_ id: Int, _ body: (inout Element) -> Void) {
    if let index = firstIndex(where: { $0.id == id }) { body(&self[index]) }
  }
}

/// A time as the server stores it: whole microseconds, UTC. It has four forms on the wire.
struct VaultStamp: Sendable, Hashable, Comparable {
  let micros: Int64

  init(micros: Int64) { self.micros = micros }

  init(_ date: Date) { micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) }

  /// Reads `2026-02-01T10:00:00` with or without a fraction, with a blank in place of the `T`.
  init?(_ text: String) {
    let parts = text.split { "-T :".contains($0) }.map(String.init)
    guard parts.count == 6, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let hour = Int64(parts[3]), let minute = Int64(parts[4]), let second = Double(parts[5])
    else { return nil }
    let seconds = Int64(WireDay(year: year, month: month, day: day).number) * 86_400 + hour * 3600 + minute * 60
    micros = seconds * 1_000_000 + Int64((second * 1_000_000).rounded())
  }

  static func < (a: VaultStamp, b: VaultStamp) -> Bool { a.micros < b.micros }

  func adding(hours: Double) -> VaultStamp { VaultStamp(micros: micros + Int64(hours * 3_600_000_000)) }

  var seconds: Int64 { micros / 1_000_000 }

  private var moment: WireMoment { WireMoment(micros, digits: 6) }

  /// `2026-02-01T10:00:00.123456`, without the fraction when it is zero.
  var iso: String { moment.seconds + (micros % 1_000_000 == 0 ? "" : ".\(moment.fraction)") }

  /// `2026-02-01 10:00:00.123456`, the database's own text.
  var spaced: String { "\(moment.day.text) \(moment.time).\(moment.fraction)" }

  /// The ISO form with `+00:00` behind it.
  var zoned: String { iso + "+00:00" }
}
