public import MediaCore
import MediaTesting

/// The network between a client and a server.
public struct NetworkFaults: Sendable, Equatable {
  /// No server can be reached.
  public var isDown = false
  /// The servers do what they are asked; their answers get lost.
  public var losesAnswers = false
  /// Each request takes three seconds more.
  public var isSlow = false
  /// A proxy's sign-in page answers each request with status 200.
  public var showsProxyPage = false

  public init() {}

  /// The answer of `base` as it comes through this network.
  /// - Parameter clock: takes the three seconds of a slow network.
  public func answer(
    to request: HTTPRequest, from base: any Transport, clock: any TimeSource
  ) async throws -> HTTPResponse {
    if isSlow { try await clock.sleep(for: .seconds(3), as: .delay) }
    if isDown { throw TransportFailure.unreachable(.refused) }
    if showsProxyPage {
      return .text("<html><title>Sign in</title><form></form></html>", status: 200, type: "text/html")
    }
    let response = try await base.send(request)
    if losesAnswers { throw TransportFailure.timedOut }
    return response
  }

  /// The result of a request as a page lists it.
  public func text(of response: HTTPResponse) -> String {
    showsProxyPage ? "\(response.status), a proxy's page" : "\(response.status)"
  }

  /// The end of a request without an answer, as a page lists it; nil when these conditions did not cause it.
  public var textWithoutAnswer: String? {
    if isDown { return "no network" }
    return losesAnswers ? "done, answer lost" : nil
  }
}

extension Sheet {
  /// Draws a switch for each condition.
  /// - Parameter name: begins each label: the device or the server behind this network.
  public func network(
    of name: String, _ conditions: NetworkFaults,
    set: @escaping @MainActor @Sendable (any WritableKeyPath<NetworkFaults, Bool> & Sendable, Bool) -> Void
  ) {
    let switches: [(any WritableKeyPath<NetworkFaults, Bool> & Sendable, String)] = [
      (\.isDown, "network off"), (\.losesAnswers, "answers lost"), (\.isSlow, "slow"),
      (\.showsProxyPage, "a proxy’s sign-in page"),
    ]
    for (condition, label) in switches {
      choice("\(name): \(label)", [(false, "no"), (true, "yes")], selected: conditions[keyPath: condition]) {
        set(condition, $0)
      }
    }
  }
}
