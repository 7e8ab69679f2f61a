import Foundation
public import MediaCore

extension ClientError {
  /// Short reasons that this service puts into ``ClientError/detail``.
  enum VaultDetail {
    static let duplicate = "duplicate"
    static let noName = "name"
    static let alreadyShared = "alreadyShared"
    static let noSuchRoute = "noSuchRoute"
    /// A list that was made on this device, and was refused or discarded.
    static let noSuchList = "noSuchList"
    static let auth0NotConfigured = "auth0NotConfigured"
    /// An IMDb id for which the server finds neither a film nor a series.
    static let unknownKind = "unknownKind"
    /// The server lacks a title, or cannot reach its catalogue: its answer is the same.
    static let catalogue = "catalogue"
    /// The reason of an import that was given up because a later change removes its title.
    static let removed = "removed"
  }

  /// The same error as a temporary one, after which the import is tried again.
  var asCatalogueTrouble: ClientError {
    ClientError(
      .server, operation: operation, status: status, serverMessage: serverMessage, detail: VaultDetail.catalogue)
  }

  /// The error of a closure whose errors are all of this type, though its own type does not say so.
  init(thrown error: any Error) { self = error as? ClientError ?? ClientError(.unsupported, operation: .vaultCall) }

  /// The error of this server's answer, read from more than its status.
  func readAsVault(_ broken: BrokenRoute?) -> ClientError {
    var error = self
    // The message of a failed search contains the server's key for another service: hide the key.
    error.serverMessage = serverMessage.flatMap { $0.hidingUpstreamKeys() }
    switch (status, serverMessage ?? "") {
    case (500, _) where broken != nil:
      error.kind = .unsupported
      error.detail = broken?.rawValue
    case (500, let text) where text.hasPrefix("Failed to share list"):
      error.kind = .conflict
      error.detail = VaultDetail.alreadyShared
    case (400, let text) where text.contains("already exists"):
      error.kind = .conflict
      error.detail = VaultDetail.duplicate
    case (404, "Not Found"):
      error.kind = .unsupported
      error.detail = VaultDetail.noSuchRoute
    case (503, "Auth0 not configured"):
      error.kind = .unsupported
      error.detail = VaultDetail.auth0NotConfigured
    default: break
    }
    return error
  }

  /// The broken route of the server that caused this error; nil if the error has another cause.
  public var brokenRoute: BrokenRoute? { kind == .unsupported ? detail.flatMap(BrokenRoute.init(rawValue:)) : nil }
}

/// A route that is broken on current servers. The SDK calls the route anyway, so that the route works as soon as a server repairs it. Until
/// then, the call throws `unsupported`, and the error's `detail` is the name of the case.
public enum BrokenRoute: String, Sendable, Hashable, CaseIterable {
  /// The route for creating a film, `POST /api/movies/`.
  case createMovie
  /// The route for creating a series, `POST /api/series/`.
  case createSeries
  /// The route for linking an account with Auth0, `POST /api/auth/link-oauth`.
  case linkOAuth
  /// The route for importing a web address, `POST /api/import/url`, for addresses that the server recognises.
  case importURL
  /// The route for importing a shared address, `POST /api/share/import`.
  case importShared
  /// The route for marking all new titles as seen, `POST /api/notifications/mark-seen`.
  case markNotificationsSeen
  /// The route for unwatched titles, `GET /api/watchlist/unwatched/`. The route fails only while an unwatched episode has no air date.
  case unwatched

  /// A sentence for the user with the reason why the route fails and the alternative that works. The text key is `vault.broken.` followed
  /// by the name of the case.
  public func explanation(_ texts: Texts = .english) -> String {
    switch self {
    case .createMovie:
      texts(
        "vault.broken.createMovie",
        english: "This server cannot create films by hand. Import them by their IMDb id or from the search.")
    case .createSeries:
      texts(
        "vault.broken.createSeries",
        english: "This server cannot create series by hand. Import them by their id or from the search.")
    case .linkOAuth:
      texts(
        "vault.broken.linkOAuth",
        english: "This server cannot link a sign-in service to an account. Signing in with the same e-mail does.")
    case .importURL:
      texts(
        "vault.broken.importURL",
        english: "This server cannot import addresses. Its id is taken from the address and imported instead.")
    case .importShared:
      texts(
        "vault.broken.importShared",
        english: "This server cannot import what was shared to it. Import it by its id instead.")
    case .markNotificationsSeen:
      texts(
        "vault.broken.markNotificationsSeen",
        english: "This server cannot mark everything as seen. The items are marked one by one.")
    case .unwatched:
      texts(
        "vault.broken.unwatched",
        english: "This server cannot list what is unwatched. It is worked out from the watchlist instead.")
    }
  }
}

extension String {
  /// The text without addresses of services that the server called, which contain its keys.
  func hidingUpstreamKeys() -> String {
    replacing(#/(?i)api_?key=[^&\s'")]*/#, with: "api_key=•••").replacing(#/with url: \S*/#, with: "")
  }
}
