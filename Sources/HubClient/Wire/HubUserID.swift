import Foundation
import MediaCore

/// The id of a user of a Hub. The client chooses the id, which can be any text. Ids are case-sensitive. The id works like a password:
/// anyone who has it can read the user's feed and add channels, so it is printed as `•••`. The first registration of channels creates the
/// user on the server.
///
/// An app stores the id with ``HubUserStore``, or stores it itself and passes it to ``HubService``.
///
/// ```swift
/// if let user = HubUserID("0d6f2c0e-5b0e-4c7e-9c55-0b1c5d1f7a11") {
///   print(user)  // •••
///   let hub = HubService(server: server, user: user)
///   render(hub)
/// }
/// ```
public struct HubUserID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Creates an id.
  /// - Returns: nil if the text cannot be part of a path. Such a text is empty, longer than 128 bytes, `.` or `..`, or contains slashes,
  ///   backslashes or control characters.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 128, text != ".", text != "..",
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C })
    else { return nil }
    self.text = text
  }

  /// Creates an id without checks.
  /// - Parameter text: a text that ``init(_:)`` is known to accept.
  package init(known text: String) { self.text = text }

  /// Returns the id as plain text, for the path of a request or for a `SecretStore` of the app.
  public func reveal() -> String { text }

  /// The id in an exported file, without which the user's feed would be lost with the device.
  var exportedText: String { text }

  init?(_ secret: Secret) { self.init(secret.reveal()) }

  var secret: Secret { Secret(text) }

  /// Whether the id has the form of those that ``HubUserStore`` makes.
  var isUUID: Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit)
  }

  var pathSegment: PathSegment { .text(text) }

  /// The name under which this user's data of a server is stored. The name does not reveal the id.
  func storageName(_ server: ServerAddress) -> String { "hub/\(server.key)/\(text)".fileName }

  /// A hash that identifies this id without revealing it.
  var digest: String { "user \(text)".fileName }

  /// The message without the id in any form: a server may echo the path.
  func removed(from message: String) -> String { Redaction(secrets: [text]).applied(to: message) }

  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
