import Foundation
import MediaCore

/// The identity of a user for a Hub: any text that the client makes up. There is no password beside it: whoever knows it can
/// read the feed and add channels, so it prints as `•••`.
///
/// Compared with regard to case. The first registration of channels creates the user.
public struct HubUserID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// - Returns: nil for what cannot stand in a path: nothing, more than 128 bytes, slashes, control characters, `.` and `..`.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 128, text != ".", text != "..",
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C })
    else { return nil }
    self.text = text
  }

  /// The id in clear, for the path of a request and for a ``SecretStore`` of the app.
  public func reveal() -> String { text }

  init?(_ secret: Secret) { self.init(secret.reveal()) }

  var secret: Secret { Secret(text) }

  var pathSegment: PathSegment { .text(text) }

  /// The name of what is stored for this user of a server: shows nothing of the id.
  func storageName(_ server: ServerAddress) -> String { "hub/\(server.key)/\(text)".fileName }

  /// A server may echo the path in its words, as it was sent or as it was meant.
  func removed(from message: String) -> String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
    let sent = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    return [sent, text].reduce(message) { $0.replacingOccurrences(of: $1, with: "•••", options: .caseInsensitive) }
  }

  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
