import Foundation

/// A connection to a server as text, for a link or a QR code that another device of the user reads.
///
/// The text contains the address and the app's headers. It contains a key to sign in with only if the app sets ``key``. Set the key only
/// after the user has chosen to share it, because anyone who sees the text can use the key. Never use the token of a sign-in as the key,
/// because two devices that renew the same token sign each other out.
///
/// ```swift
/// var link = ConnectionLink(service: "shelf", address: shelf.client.address)
/// link.key = Secret("an API key")                 // only if the user chose to share it
/// let other = ConnectionLink(link.text)           // on the other device
/// ```
public struct ConnectionLink: Sendable, Hashable {
  /// The scheme with which the text of every link begins.
  public static let scheme = "mediaclients"

  /// The name of the service: `shelf`, `tally`, `hub` or `vault`, or an app's own name.
  public var service: String
  /// The address of the server as the user typed it.
  public var address: ServerAddress
  /// The app's header values by their names, such as the headers that a reverse proxy demands. They can be secret.
  public var headers: [String: Secret] = [:]
  /// A key with which the other device can sign in; nil if the user has not chosen to share a key.
  public var key: Secret?

  /// Creates a link with an address, without headers and without a key.
  public init(service: String, address: ServerAddress) {
    self.service = service
    self.address = address
  }

  /// Reads a link from its text. Returns nil if the text is no link with the scheme ``scheme``, or contains a header that no app may set.
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

  /// The link as text. The text contains the headers and the key unencrypted: show it only to the user, and keep it out of logs.
  public var text: String {
    func encoded(_ text: String) -> String { text.percentEncoded(keeping: ".") }
    let fields = headers.sorted { $0.key < $1.key }.map { "header=" + encoded("\($0.key):\($0.value.reveal())") }
    let keys = key.map { ["key=" + encoded($0.reveal())] } ?? []
    let query = (["address=" + encoded(address.description)] + fields + keys).joined(separator: "&")
    return "\(Self.scheme)://connect/\(encoded(service))?\(query)"
  }

  /// Returns the options for a service that uses this connection.
  /// - Throws: `invalidRequest` if the link contains a header that no app may set.
  public func options() throws(ClientError) -> ClientOptions {
    var options = ClientOptions()
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { try options.setHeader(name, value.reveal()) }
    return options
  }
}

extension ServiceClient {
  /// Returns a link with which another device of the user can connect to the same server. The link contains the address with which the
  /// service was created, also while an alternative address is in use. If `sharingHeaders` is true, the link also contains the app's headers
  /// for that address. It contains no key; the app can add one.
  /// - Parameter service: the name of the service in the link.
  public func connectionLink(for service: String, sharingHeaders: Bool) -> ConnectionLink {
    var link = ConnectionLink(service: service, address: address)
    guard sharingHeaders else { return link }
    for entry in locator.ownHeaders.entries { link.headers[entry.name] = Secret(entry.value) }
    return link
  }
}
