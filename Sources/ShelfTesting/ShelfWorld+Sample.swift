public import Foundation
import MediaTesting

extension ShelfWorld {
  /// The data of a small server for tests and previews, with one library of books and one library of podcasts.
  ///
  /// Its users are:
  /// - `ada`, a root user with the password `correct horse`
  /// - `grace`, an ordinary user with the password `battery staple`
  /// - `linus`, who may see only the podcasts and may not download, with the password `staple battery`
  /// - `visitor`, a guest with the password `let me in`
  public static let sample: ShelfWorld = .sample(at: ManualClock.defaultStart)

  /// Returns the data of ``sample`` for a server whose current date is `now`.
  public static func sample(at now: Date) -> ShelfWorld {
    var world = ShelfWorld.empty(builtAt: now)
    let books = world.addBookLibrary(name: "Audiobooks")
    let podcasts = world.addPodcastLibrary(name: "Podcasts")
    world.addBook(
      in: books, title: "The Salt Clock", authors: ["Ursula Ode"], narrators: ["Iris Thor"],
      tracks: [1800.05, 1350.05, 2250.9],
      chapters: [
        Chapter("The Lighthouse", from: 0, to: 1800.05), Chapter("South Sea, one", from: 1800.05, to: 3150.1),
        Chapter("South Sea, two", from: 3150.1, to: 4500.25), Chapter("The Way Home", from: 4500.25, to: 5401),
      ], description: "<p>A keeper counts <b>tides</b> and debts.</p>", genres: ["Fiction"], tags: ["favourite"],
      publishedYear: "2019", publisher: "Northlight", addedDaysAgo: 20)
    world.addBook(
      in: books, title: "Field Notes", authors: ["Sam Oneill"], tracks: [2700], chapters: [], genres: ["Essay"],
      publishedYear: "2021", hasCover: false, fileExtension: "mp3", addedDaysAgo: 12)
    world.addBook(
      in: books, title: "Only Text", authors: ["Ana Reader"], tracks: [], ebook: "epub", publishedYear: "2015",
      addedDaysAgo: 9)
    for (sequence, title) in [("1", "First Light"), ("2", "Second Light")] {
      world.addBook(
        in: books, title: title, authors: ["Ursula Ode", "Paul Second"], narrators: ["Iris Thor"],
        series: "Lantern Cycle", sequence: sequence, tracks: [3000],
        chapters: [Chapter("Opening", from: 0, to: 1200), Chapter("Closing", from: 1200, to: 3000)],
        genres: ["Fantasy"], publishedYear: "202\(sequence)", fileExtension: "mp3",
        addedDaysAgo: 7 - (Double(sequence) ?? 0))
    }
    world.addPodcast(
      in: podcasts, title: "Night Signals", author: "Example Radio Collective",
      episodes: [
        Episode(title: "Valves and Wires", duration: 1500, publishedDaysAgo: 22, addedDaysAgo: 21, number: "12"),
        Episode(title: "The Long Wave", duration: 1650.5, publishedDaysAgo: 15, addedDaysAgo: 14, number: "13"),
        Episode(
          title: "Radio on the Roof", duration: 1882.044, publishedDaysAgo: 2, addedDaysAgo: 1, season: "2",
          number: "14", description: "<p>We climb up and listen.</p>",
          chapters: [Chapter("Intro", from: 0, to: 95.5), Chapter("Up the ladder", from: 95.5, to: 1882.044)]),
      ], description: "Late conversations about radio.", genres: ["Technology"],
      feed: "https://feeds.example.org/night-signals.xml")
    world.addPodcast(
      in: podcasts, title: "Bread Hour", author: "Mill Street",
      episodes: [
        Episode(title: "Rye", duration: 610.5, publishedDaysAgo: 9, addedDaysAgo: 8),
        Episode(title: "Oats", duration: 702, publishedDaysAgo: 1, addedDaysAgo: 1),
      ], genres: ["Food"], hasCover: false)
    world.addUser("ada", password: "correct horse", type: .root)
    world.addUser("grace", password: "battery staple")
    world.addUser("linus", password: "staple battery", libraries: [podcasts], canDownload: false)
    world.addUser("visitor", password: "let me in", type: .guest)
    return world
  }

  /// Returns the data of a server with few details. It has two books without authors, covers, series or narrators, and a podcast with one
  /// episode. Its only user is `nora`, a root user with the password `one quiet room`.
  public static func sparse(at now: Date = ManualClock.defaultStart) -> ShelfWorld {
    var world = ShelfWorld.empty(builtAt: now)
    let podcasts = world.addPodcastLibrary(name: "Talk")
    let books = world.addBookLibrary(name: "Shelf in the hall")
    world.addPodcast(
      in: podcasts, title: "Slow Rivers", author: nil,
      episodes: [Episode(title: "Upstream", duration: 3605.25, addedDaysAgo: 400)], genres: [], language: nil,
      hasCover: false, addedDaysAgo: 400)
    world.addBook(
      in: books, title: "A Manual of Knots", tracks: [240.5], language: nil, hasCover: false, addedDaysAgo: 500)
    world.addBook(
      in: books, title: "Winter Ledger", tracks: [4000.5],
      chapters: [Chapter("1", from: 0, to: 1900), Chapter("2", from: 1900, to: 4000.5)], language: nil, hasCover: false,
      addedDaysAgo: 450)
    world.addUser("nora", password: "one quiet room", type: .root)
    return world
  }
}
