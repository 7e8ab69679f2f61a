import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// A service as the attacks see it: it enters with one of these, and with nothing else.
struct AttackedService: Sendable, CustomTestStringConvertible {
  let name: String
  /// The folder of Sources in which its operations are written.
  let sources: String
  /// The names that its operations begin with: `hub.`.
  let prefixes: [String]
  let makeServer: @Sendable (ManualClock) -> any Transport
  /// Makes the service as an app does at its launch.
  let launch: @Sendable (AttackedLaunch.Parts) async throws -> AttackedLaunch
  /// Operations that ``AttackedLaunch/calls`` cannot make, each with its reason.
  var leftOut: [OperationID: String] = [:]

  var testDescription: String { name }

  static let all: [AttackedService] = [.hub, .worker, .tally, .vault, .shelf]
}

/// One launch of an app: a service over one server and one folder.
struct AttackedLaunch: Sendable {
  struct Parts: Sendable {
    let transport: any Transport
    let environment: ClientEnvironment
    let clock: ManualClock
  }

  let client: ServiceClient
  let queue: MutationQueue
  /// Sends the probes that are submitted to ``queue``.
  var probes: MutationQueue?
  /// Signs in as the sample user; nothing for a service without accounts.
  var signIn: @Sendable () async throws -> Void = {}
  var signOut: @Sendable (PendingWork) async throws -> Void
  /// Whether a sign-out can keep what waits.
  var keepsPending = true
  /// The words that must not be found anywhere: password and tokens.
  var secrets: @Sendable () async throws -> [String] = { [] }
  /// A text of the account's data that is on disk after ``settle``; nil when nothing is kept.
  var marker: String?
  /// Every public call, with good values in the place of hostile ones. A call leaves the server able to answer it again.
  let calls: [AttackCall]
  /// Reads every store and loads every screen, as an app does at its launch.
  let settle: @Sendable () async -> Void
  /// The text that stores and screens show of the server, after ``settle``: what a bad answer must not change for good.
  let shown: @Sendable () async throws -> String
}

struct AttackCall: Sendable {
  let name: String
  let run: @Sendable (Arguments) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Arguments) async throws -> Void) {
    self.name = name
    self.run = run
  }
}

/// One call of one service, for tests that are played with each.
struct AttackedCall: Sendable, CustomTestStringConvertible {
  let service: AttackedService
  let name: String

  var testDescription: String { "\(service.name) \(name)" }

  /// All of them in a long run, otherwise each seventeenth; or the one that is named by `ATTACK_CALL="hub feed.page"`.
  static func all() async throws -> [AttackedCall] {
    var all: [AttackedCall] = []
    for service in AttackedService.all {
      all += try await World(service).launch().calls.map { AttackedCall(service: service, name: $0.name) }
    }
    let wanted = ProcessInfo.processInfo.environment["ATTACK_CALL"]
    return wanted.map { wanted in all.filter { $0.testDescription == wanted } } ?? LongRuns.all(of: all, orEach: 17)
  }

  /// The cases of a call that are tried: `ATTACK_CASES` of them (2), spread over all, other ones for each call.
  func sample<Case>(of cases: [Case]) -> [Case] {
    let most = ProcessInfo.processInfo.environment["ATTACK_CASES"].flatMap(Int.init) ?? 2
    guard cases.count > most, most > 0 else { return cases }
    let first = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    return (0..<most).map { cases[($0 * cases.count / most + first) % cases.count] }
  }
}

/// An error that holds the client's error.
protocol ClientErrorHolder: Error {
  var clientError: ClientError { get }
}

/// The error of a call; nil when it is of no type that the documentation names.
func typed(_ error: any Error) -> ClientError? {
  error as? ClientError ?? (error as? any ClientErrorHolder)?.clientError
}
