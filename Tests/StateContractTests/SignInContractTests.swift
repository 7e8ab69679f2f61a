import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// The properties of the sign-in of every service that has one.
@Suite("The contract of sign-ins")
struct SignInContractTests {
  /// Refusals of gateways, also in the forms of the four services.
  private static let foreignBodies: [JSONValue] = [
    ["error": "Unauthorized"], ["detail": "Unauthorized"], ["detail": "Not authenticated!"],
    ["message": "Unauthorized"],
    ["success": false, "error": "Unauthorized"], ["error": "UNAUTHORIZED", "message": "Please log in."],
    ["success": false, "error": "Invalid or expired token"], ["error": ["code": 401, "message": "invalid_token"]],
    ["error": "invalid_token", "error_description": "The token expired"], ["errors": [["detail": "jwt expired"]]],
    ["code": 401], "Unauthorized", [], [:],
  ]

  @Test(
    "a refusal by something in front of the server ends no sign-in, whatever its form",
    arguments: ServiceCase.all.filter(\.hasAccounts), [401, 403, 407])
  func gateway(_ service: ServiceCase, _ status: Int) async throws {
    let answers =
      Self.foreignBodies.map { HTTPResponse.json($0, status: status) } + [
        .text("Unauthorized", status: status), HTTPResponse(status: status),
        .text("<html>Sign in</html>", status: status, type: "text/html"),
      ]
    for answer in answers {
      let world = World(service)
      let launch = try await world.filled()
      let account = try #require(try await launch.accounts.account())
      let store = try #require(launch.stores.first { $0.refreshOperation != nil })
      let before = try await store.read()
      world.gate.inFront = answer
      await #expect(throws: (any Error).self) { try await store.refresh() }
      #expect(try await launch.accounts.account() == account, "\(String(decoding: answer.body, as: UTF8.self))")
      world.gate.inFront = nil
      try await store.refresh()
      #expect(try await store.read() == before)
    }
  }
}
