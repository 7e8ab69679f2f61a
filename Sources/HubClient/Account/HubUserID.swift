import Foundation
import MediaCore

/// The identity of a user for a Hub: any text that the client makes up, compared with regard to case. It works like a
/// password: everybody who has it can read the feed and add channels, so it prints as `•••`. The first registration of
/// channels creates the user.
public struct HubUserID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// - Returns: nil for text that cannot stand in a path: empty, more than 128 bytes, slashes, control characters, `.`
  ///   and `..`.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 128, text != ".", text != "..",
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C })
    else { return nil }
    self.text = text
  }

  /// - Parameter text: known to be one that ``init(_:)`` takes.
  package init(known text: String) { self.text = text }

  /// The id in clear, for the path of a request and for a `SecretStore` of the app.
  public func reveal() -> String { text }

  init?(_ secret: Secret) { self.init(secret.reveal()) }

  var secret: Secret { Secret(text) }

  /// Whether it has the form of the ids that ``HubUserStore`` makes.
  var isUUID: Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit)
  }

  var pathSegment: PathSegment { .text(text) }

  /// The name of what is stored for this user of a server: shows nothing of the id.
  func storageName(_ server: ServerAddress) -> String { "hub/\(server.key)/\(text)".fileName }

  /// Names this id alone, and shows nothing of it.
  var digest: String { "user \(text)".fileName }

  /// A message without the id, in whatever form: a server may echo the path.
  func removed(from message: String) -> String { Redaction(secrets: [text]).applied(to: message) }

  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
