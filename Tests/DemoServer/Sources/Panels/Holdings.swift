import HubTesting
public import MediaTesting
import ShelfTesting
import TallyTesting
import VaultTesting

/// The data that a server holds of the sample's account, read without a client.
public func holdings(of server: any FakeServer) -> String {
  switch server {
  case let shelf as FakeShelfServer:
    return "\(Int(shelf.listeningSeconds(user: ShelfWorld.account.username))) s of listening"
  case let tally as FakeTallyServer:
    let progress = tally.watchlist(of: TallyWorld.account.username).map { show in
      let seasons = tally.progress(of: TallyWorld.account.username, tmdbID: show.tmdbID)
      return "\(show.title) \(seasons.values.reduce(0) { $0 + $1.count })"
    }
    return "episodes: " + progress.joined(separator: ", ")
  case let hub as FakeHubServer:
    return "\(hub.channels(of: HubWorld.account.username)?.count ?? 0) channels; it keeps no watch statuses"
  case let worker as FakeWorkerServer: return "\(worker.channels.count) channels, \(worker.lastPlace) events"
  case let vault as FakeVaultServer:
    let films = vault.movieIDs(of: VaultWorld.account.username)
    let watched = films.filter { vault.isWatched(movie: $0, of: VaultWorld.account.username) == true }
    return "\(watched.count) of \(films.count) films watched"
  default: return ""
  }
}

/// Ends all sign-ins at a server; false where nobody signs in.
@discardableResult
public func endSignIns(at server: any FakeServer) -> Bool {
  switch server {
  case let shelf as FakeShelfServer: shelf.revokeAllTokens()
  case let tally as FakeTallyServer: tally.revokeAllTokens()
  case let vault as FakeVaultServer: vault.revokeAllTokens()
  default: return false
  }
  return true
}
