import Foundation

/// A connection to a server as text, for a link or a QR code that another device of the user reads.
///
/// The text has the address and the app's headers. It has a key to sign in with only if the app sets one, which an app may do only after
/// the user has chosen it: anyone who sees the text can use its content. Never use the token of a sign-in as the key, because two devices
/// that renew one token sign each other out.
///
/// ```swift
/// var link = ConnectionLink(service: "shelf", address: shelf.client.address)
/// link.key = Secret("an API key")                 // only if the user chose to share it
/// let other = ConnectionLink(link.text)           // on the other device
/// ```
public struct ConnectionLink: Sendable, Hashable {
  /// The scheme with which the text of every link begins.
  public static let scheme = "mediaclients"

  /// The service: `shelf`, `tally`, `hub` or `vault`, or an app's own name.
  public var service: String
  /// The address of the server as the user typed it.
  public var address: ServerAddress
  /// The headers of the app, by their names, such as those that a reverse proxy demands. They can be secret.
  public var headers: [String: Secret] = [:]
  /// A key to sign in with; nil unless the user chose to share one.
  public var key: Secret?

  /// Creates a link with only an address.
  public init(service: String, address: ServerAddress) {
    self.service = service
    self.address = address
  }

  /// The link in a text; nil for any other text, and for one with a header that no app may set.
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == Self.scheme,
      parts.host == "connect", let service = parts.path.split(separator: "/").first.map(String.init)
    else { return nil }
    let items = parts.queryItems ?? []
    guard let typed = items.first(where: { $0.name == "address" })?.value,
      let address = try? ServerAddress(typed)
    else { return nil }
    self.init(service: service, address: address)
    var check = ClientOptions()
    for item in items where item.name == "header" {
      let pair = (item.value ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard pair.count == 2, (try? check.setHeader(pair[0], pair[1])) != nil else { return nil }
      headers[pair[0]] = Secret(pair[1])
    }
    key = items.first { $0.name == "key" }?.value.map(Secret.init)
  }

  /// The text. It holds everything in plain form: show it only to the user, and keep it out of logs.
  public var text: String {
    func encoded(_ text: String) -> String { text.percentEncoded(keeping: ".") }
    let fields = headers.sorted { $0.key < $1.key }.map { "header=" + encoded("\($0.key):\($0.value.reveal())") }
    let keys = key.map { ["key=" + encoded($0.reveal())] } ?? []
    let query = (["address=" + encoded(address.description)] + fields + keys).joined(separator: "&")
    return "\(Self.scheme)://connect/\(encoded(service))?\(query)"
  }

  /// The options for a service that uses this connection.
  /// - Throws: `invalidRequest` for a header that no app may set.
  public func options() throws(ClientError) -> ClientOptions {
    var options = ClientOptions()
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { try options.setHeader(name, value.reveal()) }
    return options
  }
}

extension ServiceClient {
  /// The connection of this client, for another device of the user: its address, and the app's headers for the address in use if the user
  /// chose to share them. A key has to be added by the app.
  /// - Parameter service: the service's name in the link.
  public func connectionLink(for service: String, sharingHeaders: Bool) -> ConnectionLink {
    var link = ConnectionLink(service: service, address: address)
    guard sharingHeaders else { return link }
    for entry in appHeaders.entries { link.headers[entry.name] = Secret(entry.value) }
    return link
  }
}
