/// The version and the features of a server, read without a sign-in. The SDK sends calls also to a server that is too old, or newer than the
/// tested versions.
///
/// Every service has a function `profile()` that reads the profile, also before anybody has signed in.
///
/// ```swift
/// let profile = try await shelf.profile()
/// if let text = profile.text(.english) { show(text) }
/// ```
public struct ServerProfile: Sendable, Hashable {
  /// The version of the server, as the server writes it; nil if the server does not report a version.
  public var version: String?
  /// Whether the version is older than, within or newer than the versions that this package was tested with.
  public var support: ServerSupport
  /// The ways to sign in that the server offers.
  public var signInOptions: Set<SignInOption>
  /// The features of this server that other versions of the server do not have.
  public var capabilities: Set<ServerCapability>
  /// The server's clock minus the device's clock, in whole seconds, because the times in responses have no smaller unit. Nil if no response
  /// has contained the server's time yet.
  public var clockSkew: Duration?

  /// Creates a profile.
  /// - Parameter version: the version of the server, as the server writes it; nil if the server does not report a version.
  public init(
    version: String?, support: ServerSupport, signInOptions: Set<SignInOption>,
    capabilities: Set<ServerCapability> = [], clockSkew: Duration? = nil
  ) {
    self.version = version
    self.support = support
    self.signInOptions = signInOptions
    self.capabilities = capabilities
    self.clockSkew = clockSkew
  }
}

/// Whether a server's version is older than, within or newer than the versions that this package was tested with.
public enum ServerSupport: Sendable, Hashable {
  /// The SDK cannot compare the version: the server does not report its version, or its version does not determine its features.
  case unknown
  /// The version lies within the range that this package was tested with.
  case tested
  /// The version is newer than every version that this package was tested with. `newest` is the newest tested version.
  case newerThanTested(newest: ServerVersion)
  /// The version is older than every version that this package was tested with, so sign-in, playing and progress may fail. `oldest` is the
  /// oldest tested version.
  case tooOld(oldest: ServerVersion)

  /// Creates the support of a version, by comparing the version with the tested versions.
  /// - Parameters:
  ///   - version: the version of the server; nil if the server does not report a version.
  ///   - tested: the oldest and the newest tested version. A later patch release of the newest version is also treated as tested.
  public init(_ version: ServerVersion?, tested: ClosedRange<ServerVersion>) {
    switch version {
    case nil: self = .unknown
    case let version? where version < tested.lowerBound: self = .tooOld(oldest: tested.lowerBound)
    case let version? where version.release > tested.upperBound: self = .newerThanTested(newest: tested.upperBound)
    default: self = .tested
    }
  }
}

/// A way to sign in that a server offers.
public struct SignInOption: RawRepresentable, Sendable, Hashable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sign-in with a name and a password.
  public static let password = SignInOption(rawValue: "password")
  /// Sign-in on a page of an identity provider in the browser.
  public static let browser = SignInOption(rawValue: "browser")
  /// Sign-in with a key that the user has made in the server's own client.
  public static let apiKey = SignInOption(rawValue: "apiKey")
  /// Access by an id that stands for the user, without a sign-in.
  public static let userID = SignInOption(rawValue: "userID")
}

/// A feature that only some versions of a server have. Each service defines its own capabilities, such as `.openTracks` of Audiobookshelf.
public struct ServerCapability: RawRepresentable, Sendable, Hashable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension ServerProfile {
  /// Returns a sentence for the user if the server's version is too old, or newer than the tested versions. Returns nil if the version is
  /// tested or unknown.
  public func text(_ texts: Texts) -> String? {
    let version = version ?? "?"
    switch support {
    case .unknown, .tested: return nil
    case .tooOld(let oldest):
      return texts(
        "server.tooOld", english: "This server has version %@. At least %@ is needed.", version, oldest.description)
    case .newerThanTested(let newest):
      return texts(
        "server.newerThanTested", english: "This server has version %@, which is newer than the tested %@.", version,
        newest.description)
    }
  }
}
