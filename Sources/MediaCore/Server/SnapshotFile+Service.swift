extension SnapshotFile {
  /// Returns the content that was written for a server; nil when there is none, or a damaged one. For an address of the server other than
  /// its first one, a second file operation is needed.
  /// - Parameter book: the addresses of the service; nil for a service with a sign-in.
  /// - Throws: `storage` when the file cannot be read now.
  package func read(
    _ service: String, at server: ServerAddress, in environment: ClientEnvironment, _ book: AddressBook? = nil
  ) throws(ClientError) -> Value? {
    if let found = try read(service, of: server.key, in: environment) { return found }
    let book = book ?? AddressBook(service: service, environment: environment)
    let home = book.home(of: server, ClientOptions())
    return home.key == server.key ? nil : try read(service, of: home.key, in: environment)
  }

  /// Calls `write` now, and again after each change of the observed stores and of the sign-in, at most once a second, until the token is
  /// released. Reports the errors of `write`, except when nobody is signed in: the sign-out has then erased the file.
  package func keep(
    for client: ServiceClient, observing: [(@escaping @Sendable () -> Void) -> ObservationToken],
    _ write: @escaping @Sendable () async throws(ClientError) -> Void
  ) -> ObservationToken {
    let writer = ThrottledWriter(clock: client.environment.clock) {
      do throws(ClientError) { try await write() } catch {
        if error.kind != .signedOut { client.report(.storage(error)) }
      }
    }
    let changed: @Sendable () -> Void = { [weak writer] in Task { await writer?.changed() } }
    writer.hold((observing + [client.accounts.observeAccount]).map { $0(changed) })
    changed()
    return ObservationToken { _ = writer }
  }
}
