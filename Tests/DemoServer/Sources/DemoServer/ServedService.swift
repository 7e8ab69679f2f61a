import MediaTesting

/// A service at its port.
struct ServedService: Sendable {
  private let service: Service
  let server: ServedFake

  init(_ service: Service, _ server: ServedFake) {
    self.service = service
    self.server = server
  }

  var name: String { service.name }
  var accounts: String { service.accounts }
  var isSample: Bool { service.isSample }
  var hasSignIn: Bool { service.hasSignIn }

  /// Replaces the server by an unused one with the first data, at the same port.
  /// - Parameter settings: as in ``Service/make``.
  func refresh(with settings: [String: String]) async throws {
    await server.replace(with: try service.make(settings))
  }
}
