import MediaCore

/// The app's tabs, one for each service.
enum AppTab: String, CaseIterable, Identifiable, Codable {
  case shelf, tally, hub, vault

  var id: Self { self }

  var title: String {
    switch self {
    case .shelf: "Listen"
    case .tally: "TV"
    case .hub: "Feed"
    case .vault: "Films"
    }
  }

  var systemImage: String {
    switch self {
    case .shelf: "headphones"
    case .tally: "tv"
    case .hub: "play.rectangle"
    case .vault: "film"
    }
  }
}

/// The content of a tab, by the session of its service.
enum ServiceAccess: Equatable {
  /// The saved sign-in is still being read. A sign-in form here would flash up at each launch.
  case restoring
  case signIn
  /// The screens. With `needsSignIn` they show the data of this device under an offer to sign in again.
  case content(needsSignIn: Bool)

  /// - Parameter status: nil for a service without sign-in, and while the keychain cannot be read.
  static func of(isRestored: Bool, hasService: Bool, status: AccountSession.Status?) -> ServiceAccess {
    guard hasService else { return isRestored ? .signIn : .restoring }
    return switch status {
    case .signedOut: .signIn
    case .expired: .content(needsSignIn: true)
    case .signedIn, nil: .content(needsSignIn: false)
    }
  }
}
