/// A server that the user has added to the app, with all that is needed to connect to it again.
///
/// The file of a ``SavedServerStore`` contains the addresses and the name. The values of the headers can be secret, so the store keeps them
/// in the ``SecretStore``. A description of a saved server shows the headers' names without their values.
public struct SavedServer: Sendable, Hashable, Identifiable {
  /// A random id, which stays the same when the user changes the address.
  public let id: String
  /// The address as the user typed it. A new address has neither the headers nor the consent to plain http of the old one. The data of the
  /// accounts is stored under the address, so a server with a new address begins without data; sign out at the old address first. To add a
  /// second address of the same server, use ``alternatives``.
  public var address: ServerAddress {
    didSet { if address.key != oldValue.key { (headers, allowsPlainHTTP) = ([:], false) } }
  }
  /// The user's own name for the server; empty if the user has not set one.
  public var name = ""
  /// Whether the user has agreed to plain http at ``address``.
  public var allowsPlainHTTP = false
  /// Other addresses of the same server, each with its own headers.
  public var alternatives: [AlternativeAddress] = []
  /// Header fields that go to ``address`` with every request.
  public internal(set) var headers: HTTPFields = [:]

  init(id: String, address: ServerAddress) {
    self.id = id
    self.address = address
  }

  /// Takes over the members that differ between `old` and `new`. The others stay: they may have changed since `old` was read.
  mutating func take(_ new: SavedServer, over old: SavedServer) {
    let hasMoved = new.address.key != old.address.key
    if new.address != old.address { address = new.address }
    if new.name != old.name { name = new.name }
    if hasMoved || new.allowsPlainHTTP != old.allowsPlainHTTP { allowsPlainHTTP = new.allowsPlainHTTP }
    if hasMoved || new.headers != old.headers { headers = new.headers }
    if new.alternatives != old.alternatives { alternatives = new.alternatives }
  }

  /// The text to show for the server: the user's own name, or the address if there is no name.
  public var title: String { name.isEmpty ? address.description : name }

  /// Sets a header for ``address``, such as one that a reverse proxy demands; nil removes the header.
  /// - Throws: `invalidRequest` for a name or value that cannot be a header, and for headers that an app must not set.
  public mutating func setHeader(_ name: String, _ value: String?) throws(ClientError) {
    try headers.setAppHeader(name, value)
  }

  /// Returns `options` with the headers, the alternative addresses and the consent to plain http of this server.
  public func options(_ options: ClientOptions = ClientOptions()) -> ClientOptions {
    with(options) {
      for field in headers.entries { try? $0.setHeader(field.name, field.value) }
      $0.alternatives = alternatives
      $0.allowsPlainHTTP = allowsPlainHTTP
    }
  }
}
