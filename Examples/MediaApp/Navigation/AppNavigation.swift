import Foundation
import MediaCore
import TallyKit

/// Where the user is in the app: the tab, the screens pushed in each tab, and the sheet.
struct AppNavigation: Equatable {
  /// The sheets that belong to the whole app.
  enum Sheet: Hashable, Identifiable {
    case signIn(AppTab)
    case player

    var id: Self { self }
  }

  var tab = AppTab.shelf
  var shelf: [ShelfPlace] = []
  var tally: [TallyPlace] = []
  var hub: [HubPlace] = []
  var vault: [VaultPlace] = []
  var sheet: Sheet?
  /// Addresses from connection links, which the sign-in forms begin with.
  private(set) var offered: [AppTab: String] = [:]

  /// The tab whose sign-in is shown as a sheet. Setting nil closes no other sheet.
  var signInSheet: AppTab? {
    get { if case .signIn(let service) = sheet { service } else { nil } }
    set {
      if let newValue { sheet = .signIn(newValue) } else if signInSheet != nil { sheet = nil }
    }
  }

  /// Whether the player is shown. Setting false closes no other sheet.
  var showsPlayer: Bool {
    get { sheet == .player }
    set {
      if newValue { sheet = .player } else if sheet == .player { sheet = nil }
    }
  }

  /// Shows what a link names.
  /// - Returns: false for a link of another app.
  @discardableResult
  mutating func open(_ url: URL) -> Bool {
    if let link = ShowLink(url) {
      tab = .tally
      sheet = nil
      // Only the search can preselect a season and an episode.
      tally = [link.season == nil ? .show(link.show) : .search(link)]
      return true
    }
    if let link = ConnectionLink(url.absoluteString), let service = AppTab(rawValue: link.service) {
      tab = service
      sheet = nil
      // Fill in the form only: anybody can send a link, and a password must not go to a server that the user has not seen.
      offered[service] = link.address.description
      return true
    }
    return false
  }

  /// Offers the sign-in of the tab that the user looks at.
  mutating func askForSignIn() { sheet = .signIn(tab) }

  /// Closes the sign-in of a tab after it succeeded.
  mutating func signedIn(_ service: AppTab) {
    offered[service] = nil
    if sheet == .signIn(service) { sheet = nil }
  }

  /// Goes back to the first screen of a tab whose account is gone or is another one: its ids mean nothing there.
  mutating func reset(_ service: AppTab) {
    switch service {
    case .shelf:
      shelf = []
      if sheet == .player { sheet = nil }
    case .tally: tally = []
    case .hub: hub = []
    case .vault: vault = []
    }
    if sheet == .signIn(service) { sheet = nil }
  }

  /// Follows the session of a service. An expired sign-in keeps the place: the user comes back to it after signing in again.
  mutating func sessionChanged(_ service: AppTab, from old: AccountSession.Status?, to new: AccountSession.Status) {
    if new == .signedOut || (old?.account != nil && old?.account != new.account) { reset(service) }
  }
}
