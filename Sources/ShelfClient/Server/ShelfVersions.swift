import MediaCore

/// The server's capabilities, read from its version when one of them matters.
final class ShelfVersions: Sendable {
  private struct Known {
    var capabilities: Set<ServerCapability>
    var readAt: Duration
  }

  /// The time after which the version is read again, since the server can be updated while the app runs.
  private static let lasting = Duration.seconds(600)

  private let server: any ServerAPI
  private let clock: any TimeSource
  private let known = Locked<Known?>(nil)

  init(server: any ServerAPI, clock: any TimeSource) {
    self.server = server
    self.clock = clock
  }

  /// Whether the server can do something that only some versions can.
  func has(_ capability: ServerCapability) async throws(ClientError) -> Bool {
    if let known = known.withLock({ $0 }), clock.uptime() - known.readAt < Self.lasting {
      return known.capabilities.contains(capability)
    }
    let version = try await server.status().serverVersion.flatMap(ServerVersion.init)
    let capabilities = ShelfCapabilities.of(version)
    known.withLock { $0 = Known(capabilities: capabilities, readAt: clock.uptime()) }
    return capabilities.contains(capability)
  }
}
