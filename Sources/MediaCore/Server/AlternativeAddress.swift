/// Another address of the same server, such as its public name beside the one at home.
///
/// ```swift
/// var away = AlternativeAddress(try ServerAddress("https://books.example.org"))
/// try away.setHeader("CF-Access-Client-Id", "…")
/// var options = ClientOptions()
/// options.alternatives = [away]
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), options: options)
/// ```
///
/// The stored data belongs to the server, whichever address is in use. An address gets no token and no password before it has the user's
/// word or a proof that the same server answers there; see ``ServerLocator/addresses()``.
public struct AlternativeAddress: Sendable {
  /// The address as the user typed it.
  public let address: ServerAddress
  /// Header fields that go to this address and to no other. They are not stored: set them at each launch.
  public internal(set) var headers: HTTPFields = [:]
  /// Whether the user has agreed to plain http at this address.
  public var allowsPlainHTTP = false
  /// Whether the user says that this is the same server. Without it a proof is needed, which only Audiobookshelf can give.
  public var isConfirmed: Bool

  /// - Parameter isConfirmed: true only if the user has said that this address leads to the same server: credentials then go there.
  public init(_ address: ServerAddress, isConfirmed: Bool = false) {
    self.address = address
    self.isConfirmed = isConfirmed
  }

  /// Adds a header for this address, such as those a reverse proxy asks for; nil takes it away.
  /// - Throws: `invalidRequest` for a name or value that cannot be a header, and for headers that are not an app's to set.
  public mutating func setHeader(_ name: String, _ value: String?) throws(ClientError) {
    try headers.setAppHeader(name, value)
  }
}

/// The reason why an address may get credentials, or may not.
public enum AddressStanding: String, Sendable, Hashable, Codable {
  /// The data on this device was stored under this address first.
  case home
  /// The address has answered with something that only the server and this device know.
  case proven
  /// The user has said that the same server answers there.
  case confirmed
  /// Neither a proof nor the user's word shows that the server answers at the address. The SDK does not use the address, and sends no
  /// credentials to it.
  case unproven

  /// Whether calls with credentials may go to the address.
  public var isTrusted: Bool { self != .unproven }
}

/// An address of a server, whether it is trusted, and whether calls go to it now.
public struct AddressStatus: Sendable, Hashable {
  /// The address as it was typed.
  public var address: ServerAddress
  /// The reason why the address may get credentials, or may not.
  public var standing: AddressStanding
  /// Whether calls go to this address now.
  public var isInUse: Bool

  /// - Parameter isInUse: whether calls go to this address now.
  public init(address: ServerAddress, standing: AddressStanding, isInUse: Bool) {
    self.address = address
    self.standing = standing
    self.isInUse = isInUse
  }
}
