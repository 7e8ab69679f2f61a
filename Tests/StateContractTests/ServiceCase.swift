import Foundation
import MediaCore
import MediaTesting
import Testing

/// A service as the table of situations sees it. A service enters with one of these, and with nothing else.
struct ServiceCase: Sendable, CustomTestStringConvertible {
  enum Account: Sendable { case first, second }

  let name: String
  /// Whether users sign in. If not, everything belongs to one user.
  var hasAccounts = true
  let makeServer: @Sendable (ManualClock) -> any Transport
  /// Makes the service as an app does at its launch.
  let launch: @Sendable (Launch.Parts) throws -> Launch

  var testDescription: String { name }

  static let all: [ServiceCase] = [.tally, .shelf, .vault, .hub]
}

/// One launch of an app: a service over one server and one folder.
struct Launch: Sendable {
  /// The parts that an app hands to a service.
  struct Parts: Sendable {
    let address: ServerAddress
    let transport: any Transport
    let environment: ClientEnvironment
    /// With the server's other addresses.
    var options = ClientOptions()
  }

  let accounts: AccountStorage
  let queue: MutationQueue
  var signIn: @Sendable (ServiceCase.Account) async throws -> Void = { _ in }
  /// Puts something onto the server for every store to show, past the stores, for the signed-in account.
  var seed: @Sendable () async throws -> Void = {}
  var signOut: @Sendable (PendingWork) async throws -> Void
  let stores: [StoreHandle]
  let screens: [ScreenCase]
  /// Choices that belong to the device and to no account, as text; with `true` they are made first.
  var settings: @Sendable (_ isNew: Bool) async throws -> String = { _ in "" }
  var surfaces: [SurfaceHandle] = []

  func store(_ name: String) throws -> StoreHandle { try #require(stores.first { $0.name == name }) }
}

/// One store.
struct StoreHandle: Sendable {
  let name: String
  /// The data that an app sees without a call, as text; pending changes show in it.
  let read: @Sendable () async throws -> String
  let refresh: @Sendable () async throws -> Void
  /// The time at which the server last sent all of it; nil for a store that does not show one time for all.
  var refreshedAt: (@Sendable () async throws -> Date?)?
  let observe: @Sendable (@escaping @Sendable () -> Void) -> ObservationToken
  /// A change that shows in ``read``; nil for a store without changes.
  var change: (@Sendable () async throws -> Submission)?
  /// Another change of something else.
  var otherChange: (@Sendable () async throws -> Submission)?
  /// The stores that the change concerns; if empty, this one alone.
  var concerned: Set<String> = []
  /// The number of notifications when the change is delivered. More than one where the server's answer changes it as well.
  var notificationsOfDelivery = 1
  /// A word of the server's data that is on disk once the server was asked.
  let marker: String
  /// The call that writes the change.
  var writeOperation: OperationID?
  /// The call that ``refresh`` makes; nil for a store that only this device has.
  var refreshOperation: OperationID?
}

/// One kind of screen.
struct ScreenCase: Sendable {
  let name: String
  /// Whether ``ScreenHandle/act`` is there.
  var changes = true
  /// Whether a load asks the server for something.
  var asks = true
  let make: @MainActor @Sendable () -> ScreenHandle
}

@MainActor
struct ScreenHandle {
  let load: () -> Void
  let refreshAndWait: () async -> Void
  let settled: () async -> Void
  /// The shown part of the account's data, as text; empty for nothing.
  let rows: () -> String
  /// The moment that is shown beside it; nil when nothing is called loaded.
  let asOf: () -> Date?
  let error: () -> ClientError?
  let notice: () -> String?
  /// Does what changes ``rows``; nil for a screen without changes.
  var act: (() -> Void)?
}

/// One store of one service, for tests that are played with each.
struct StoreCase: Sendable, CustomTestStringConvertible {
  let service: ServiceCase
  let store: String

  var testDescription: String { "\(service.name).\(store)" }

  static let all: [StoreCase] = ServiceCase.all.flatMap { service in
    (try? World(service).launch())?.stores.map { StoreCase(service: service, store: $0.name) } ?? []
  }
  /// The stores that can be changed.
  static let changing: [StoreCase] = ServiceCase.all.flatMap { service in
    (try? World(service).launch())?.stores.filter { $0.change != nil }
      .map { StoreCase(service: service, store: $0.name) } ?? []
  }
}
