/// An additional address of a server, such as its public name in addition to its address in the home network.
///
/// ```swift
/// var away = AlternativeAddress(try ServerAddress("https://books.example.org"))
/// try away.setHeader("CF-Access-Client-Id", "…")
/// var options = ClientOptions()
/// options.alternatives = [away]
/// let shelf = ShelfService(server: try ServerAddress("nas.local:13378"), options: options)
/// ```
///
/// The stored data belongs to the server, whichever address is in use. Tokens and passwords are sent to the address only after the user has
/// confirmed, or a proof has shown, that the same server answers there. See ``ServerLocator/addresses()``.
public struct AlternativeAddress: Sendable, Hashable {
  /// The address as the user typed it.
  public let address: ServerAddress
  /// Header fields that are sent only to this address. The device does not store them, so set them at each launch.
  public internal(set) var headers: HTTPFields = [:]
  /// Whether the user has agreed that plain http is used at this address.
  public var allowsPlainHTTP = false
  /// Whether the user has confirmed that the same server answers at this address. If false, a proof is needed before credentials are sent
  /// there. Only Audiobookshelf servers can give a proof.
  public var isConfirmed: Bool

  /// Creates an additional address of a server.
  /// - Parameter isConfirmed: whether the user has confirmed that the same server answers at this address. If true, credentials may be sent
  ///   there.
  public init(_ address: ServerAddress, isConfirmed: Bool = false) {
    self.address = address
    self.isConfirmed = isConfirmed
  }

  /// Sets a header for this address, such as one that a reverse proxy demands. If the value is nil, the header is removed.
  /// - Throws: `invalidRequest` if the name or the value cannot be that of a header, or if an app must not set this header.
  public mutating func setHeader(_ name: String, _ value: String?) throws(ClientError) {
    try headers.setAppHeader(name, value)
  }
}

/// The reason why credentials may or may not be sent to an address.
public enum AddressStanding: String, Sendable, Hashable, Codable {
  /// The data on this device was first stored under this address, so the address is trusted.
  case home
  /// The address has answered with data that only the server and this device have, so the address is trusted.
  case proven
  /// The user has confirmed that the same server answers at the address, so the address is trusted.
  case confirmed
  /// Neither a proof nor the user has confirmed that the server answers at the address. The SDK does not use the address, and sends no
  /// credentials to it.
  case unproven

  /// Whether calls with credentials may be sent to an address with this standing.
  public var isTrusted: Bool { self != .unproven }
}

/// An address of a server, with the reason why it is trusted or not, and whether it is in use.
public struct AddressStatus: Sendable, Hashable {
  /// The address as the user typed it.
  public var address: ServerAddress
  /// The reason why credentials may or may not be sent to the address.
  public var standing: AddressStanding
  /// Whether calls go to this address now.
  public var isInUse: Bool

  /// Creates the status of an address.
  /// - Parameter isInUse: whether calls are sent to this address now.
  public init(address: ServerAddress, standing: AddressStanding, isInUse: Bool) {
    self.address = address
    self.standing = standing
    self.isInUse = isInUse
  }
}
