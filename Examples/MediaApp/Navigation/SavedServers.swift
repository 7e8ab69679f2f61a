import MediaCore

/// The servers that the app had last, by tab. Credentials are not in here: the SDK has them in the keychain.
struct SavedServers: Codable, Equatable {
  struct Server: Codable, Equatable {
    /// The address as the user typed it.
    var address: String
    /// Whether the server was reached over plain http. Kept, so that a relaunch does not ask for the user's consent again.
    var isPlainHTTP = false
    /// Whether the user has left the server. Its address still fills in the form.
    var isLeft = false
  }

  private(set) var servers: [String: Server] = [:]

  /// The server to restore at launch; nil without one, after the user has left it, and for an address that cannot be read.
  func restorable(_ service: AppTab) -> (address: ServerAddress, options: ClientOptions)? {
    guard let server = servers[service.rawValue], !server.isLeft,
      let address = try? ServerAddress(server.address)
    else { return nil }
    var options = ClientOptions()
    options.allowsPlainHTTP = server.isPlainHTTP
    return (address, options)
  }

  /// The text that the address field of a service begins with.
  func draft(_ service: AppTab) -> String { servers[service.rawValue]?.address ?? "" }

  mutating func save(_ service: AppTab, _ address: ServerAddress, isPlainHTTP: Bool) {
    servers[service.rawValue] = Server(address: address.description, isPlainHTTP: isPlainHTTP)
  }

  mutating func leave(_ service: AppTab) { servers[service.rawValue]?.isLeft = true }
}
