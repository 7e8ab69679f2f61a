import HubTesting
import ShelfTesting
import TallyTesting
import VaultTesting

extension Servers {
  /// The data that the servers hold of the sample's accounts, read without the clients.
  func holdings() -> [(title: String, detail: String)] {
    let films = vault.movieIDs(of: VaultWorld.account.username)
    let watched = films.filter { vault.isWatched(movie: $0, of: VaultWorld.account.username) == true }
    let shows = tally.watchlist(of: TallyWorld.account.username)
    let progress = shows.map { show in
      let seasons = tally.progress(of: TallyWorld.account.username, tmdbID: show.tmdbID)
      return "\(show.title) \(seasons.values.reduce(0) { $0 + $1.count })"
    }
    let channels = hub.channels(of: HubWorld.account.username) ?? []
    return [
      ("Audiobookshelf", "\(Int(shelf.listeningSeconds(user: ShelfWorld.account.username))) s of listening"),
      ("Tally", "episodes: " + progress.joined(separator: ", ")),
      ("MeTube Hub", "\(channels.count) channels; it keeps no watch statuses"),
      ("ViewVault", "\(watched.count) of \(films.count) films watched"),
    ]
  }
}
