import MediaCore

/// The services that can be recognized by their answers, in the order in which they are tried.
public enum ServiceKind: String, CaseIterable, Sendable {
  case shelf, tally, vault, hub
  /// The Hub's successor, which its client can use as well.
  case worker

  /// The name that the service has for people.
  public var name: String {
    switch self {
    case .shelf: "Audiobookshelf"
    case .tally: "Tally"
    case .vault: "ViewVault"
    case .hub: "MeTube Hub"
    case .worker: "MeTubeWorker"
    }
  }

  func checks(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) -> any ServiceChecks {
    switch self {
    case .shelf: ShelfChecks(address, transport, environment, options)
    case .tally: TallyChecks(address, transport, environment, options)
    case .vault: VaultChecks(address, transport, environment, options)
    case .hub: HubChecks(address, transport, environment, options)
    case .worker: WorkerChecks(address, transport, environment, options)
    }
  }
}
