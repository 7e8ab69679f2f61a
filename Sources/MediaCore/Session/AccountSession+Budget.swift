import Foundation

extension AccountSession {
  /// Runs a renewal, whose request spends from the budget again with each further attempt.
  /// - Parameter answered: the address that sent the last answer to the renewal.
  func counted(
    _ renew: @escaping AuthenticationScheme.Renew, _ credentials: Credentials,
    notingIn answered: Locked<AnsweringAddress?>
  ) async throws(ClientError) -> AuthenticationScheme.Renewal {
    let outcome = await RenewalBudget.$current.withValue(budget) {
      () async -> Result<AuthenticationScheme.Renewal, ClientError> in
      do throws(ClientError) {
        return .success(
          try await AnsweringAddress.noting(answered) { () async throws(ClientError) in try await renew(credentials) })
      } catch { return .failure(error) }
    }
    if case .failure(let error) = outcome, error.neverLeftDevice { budget.refund() }
    // Only `refused` ends the sign-in. Any other 401 comes from a proxy: as `signedOut`, it would look like the end of the sign-in.
    return try outcome.mapError { $0.kind == .signedOut ? with($0) { $0.kind = .wrongServer } : $0 }.get()
  }

  func spendFromBudget() throws(ClientError) {
    guard let wait = budget.spend(at: environment.clock.uptime()) else { return }
    let (retryAt, detail) = (environment.clock.now() + wait.seconds, ClientError.Detail.authenticationBudget)
    throw ClientError(.rateLimited, operation: .accountRenew, retryAt: retryAt, detail: detail)
  }
}
