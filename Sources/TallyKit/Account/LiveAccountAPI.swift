import Foundation
import MediaCore

struct LiveAccountAPI: AccountAPI {
  let client: ServiceClient
  let sync: TallySync

  private var blobs: BlobStore {
    let client = client
    return BlobStore(files: client.environment.files, folder: "tally") { client.report(.storage($0)) }
  }

  private var blobName: String { "sign-in/\(client.address.key)" }

  func register(email: String, password: String) async throws(ClientError) -> SignedInUser {
    do throws(ClientError) {
      return try await begin(AccountEndpoints.register(email: email, password: password))
    } catch {
      guard error.detail == AccountEndpoints.thrownCode, let message = error.serverMessage?.lowercased() else {
        throw error
      }
      if message.contains("already") { throw error.with(.conflict, error.detail) }
      if message.contains("confirm") { throw error.with(.forbidden, AccountDetail.confirmationPending) }
      throw error
    }
  }

  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser {
    do throws(ClientError) {
      return try await begin(AccountEndpoints.signIn(email: email, password: password))
    } catch {
      guard error.status == 400, error.detail == AccountEndpoints.thrownCode else { throw error }
      throw error.with(.signedOut, AccountDetail.badCredentials)
    }
  }

  private func begin(_ endpoint: Endpoint<SignInAnswer>) async throws(ClientError) -> SignedInUser {
    let generation = await client.session.currentGeneration()
    let answer = try await client.send(endpoint)
    let token = Secret(answer.token)
    let end = JWTHint(token)?.expiresAt
    let credentials = Credentials(
      account: answer.user.id.rawValue, name: answer.user.email, access: token, expiresAt: end)
    // Only a hint for people, so it may be lost.
    try? blobs.write(SignInHint(account: answer.user.id, expiresAt: end), blobName)
    try await client.session.adopt(credentials, generation: generation)
    client.log.add(.info, "signed in")
    return answer.user
  }

  func signOut(pending: PendingWork) async throws(ClientError) {
    try? blobs.remove(blobName)
    defer { client.log.add(.info, "signed out") }
    _ = try await sync.signOut(pending)
  }

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func expiresAt() async -> Date? {
    guard case .signedIn(let account, _) = try? await client.session.status(),
      let hint = try? blobs.read(SignInHint.self, blobName), hint.account.rawValue == account
    else { return nil }
    return hint.expiresAt
  }
}

/// What is kept of a token besides the token: when it ends.
private struct SignInHint: Codable {
  var account: UserID
  var expiresAt: Date?
}

extension ClientError {
  fileprivate func with(_ kind: Kind, _ detail: String?) -> ClientError {
    var error = self
    error.kind = kind
    error.detail = detail
    return error
  }
}
