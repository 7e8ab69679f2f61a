import Foundation
import MediaCore
import Testing
import VaultTesting

@Suite("The fake Vault: unwatched titles, and imports into lists")
struct VaultUnwatchedTests {
  private func ids(_ rows: JSONValue?) -> [Int] { (rows?.array ?? []).compactMap { $0["id"]?.int } }

  private func wire(_ world: VaultWorld = .sample, _ settings: FakeVaultServer.Settings = .init()) -> VaultWire {
    let server = FakeVaultServer(world: world, settings: settings)
    return VaultWire(server: server, token: server.token(for: "alice"))
  }

  @Test("sorted by the mark, episodes come by id, so a later episode without a date fails nothing")
  func byMark() throws {
    let alice = wire()
    #expect(try alice.send("GET", "/api/watchlist/unwatched/").status == 500)
    #expect(try alice.send("GET", "/api/watchlist/unwatched/?sort_by=bogus").status == 500)
    let answer = try alice.json("GET", "/api/watchlist/unwatched/?sort_by=watched")
    #expect(ids(answer["series"]) == [1, 4])
    #expect(answer["series"]?[0]?["episodes"]?.array?.map { $0["code"]?.string } == ["S01E03", "S02E01", "S02E02"])
    #expect(ids(answer["movies"]) == ids(answer["movies"]).sorted())
  }

  @Test("series come by the first episode that is shown, equal ones in the order of the episodes' table")
  func seriesOrder() throws {
    var world = VaultWorld()
    world.addSeries("Back", episodes: [.init(1, 1, "One", airDate: "2021"), .init(1, 0, "Before", airDate: "2019")])
    world.addSeries("Later Filled")
    world.addSeries("Plain", episodes: [.init(1, 1, "One", airDate: "2020")])
    let alice = wire(world)
    let episode: JSONValue = [
      "series_id": 2, "season": 1, "episode": 1, "title": "One", "code": "S01E01", "air_date": "2020",
    ]
    _ = try alice.json("POST", "/api/episodes/", episode, status: 201)
    let added = try alice.json("GET", "/api/watchlist/unwatched/")
    #expect(ids(added["series"]) == [1, 3, 2])
    #expect(ids(added["series"]?[0]?["episodes"]) == [2, 1])
    let marked = try alice.json("GET", "/api/watchlist/unwatched/?sort_by=watched")
    #expect(ids(marked["series"]) == [3, 2, 1])
    #expect(ids(marked["series"]?[2]?["episodes"]) == [1, 2])
  }

  @Test("a sort that the server does not have sorts as the default")
  func unknownSort() throws {
    var world = VaultWorld()
    for time in [2e9, 1e9] { world.addMovie("Film", addedAt: Date(timeIntervalSince1970: time)) }
    let alice = wire(world)
    for (sort, films) in [("added", [2, 1]), ("bogus", [2, 1]), ("watched", [1, 2])] {
      let answer = try alice.json("GET", "/api/watchlist/unwatched/?sort_by=\(sort)")
      #expect(ids(answer["movies"]) == films, "\(sort)")
    }
  }

  @Test("an import is refused before a list changes, fills each list once, and makes a known film new again")
  func importIntoLists() throws {
    var world = VaultWorld()
    world.addUser("alice")
    let film = world.addMovie("Known", imdbID: "tt0502002")
    let lists = [world.addList("First"), world.addList("Second", items: [.movie(film)]), world.addList("Third")]
    let alice = wire(world, .init(simulatedUpstreams: true))
    func body(_ lists: [Int]) -> JSONValue { ["target_list_ids": .array(lists.map { .integer(Int64($0)) })] }
    func contents(_ list: Int) -> [Int] { alice.server.contents(ofList: list).map(\.id) }
    let refused = try alice.json("POST", "/api/import/movie/tt0502002", body([lists[0], lists[1]]), status: 400)
    #expect(refused == ["detail": .string("Movie already exists in list '\(lists[1])'")])
    #expect(contents(lists[0]).isEmpty)
    _ = try alice.json("POST", "/api/import/movie/tt0502002", body([lists[0], lists[0]]))
    #expect(contents(lists[0]) == [film])
    let row = try alice.json("GET", "/api/lists/\(lists[0])/items")["movies"]?[0]
    #expect(row?["imported_at"]?.string != nil)
    let sequels = try alice.json("POST", "/api/import/movie/tt0501001/sequels", body([lists[2]]))
    #expect(sequels["total_imported"] == 2)
    #expect(contents(lists[2]).count == 2)
    _ = try alice.json("POST", "/api/import/series/tmdb_801/full", body([lists[2]]))
    #expect(alice.server.contents(ofList: lists[2]).map(\.type) == ["movie", "movie", "series"])
  }

  @Test("an import of a film that only another user's list has is refused as well")
  func othersList() throws {
    var world = VaultWorld()
    world.addUser("alice")
    let film = world.addMovie("Known", imdbID: "tt0502002")
    let trips = world.addList("Trips", owner: "bob", items: [.movie(film)])
    let alice = wire(world, .init(simulatedUpstreams: true))
    _ = try alice.json(
      "POST", "/api/import/movie/tt0502002", ["target_list_ids": [.integer(Int64(trips))]], status: 400)
  }
}
