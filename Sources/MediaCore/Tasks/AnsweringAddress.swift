import Foundation

/// The address of the server that answered a call. A refusal ends a sign-in only if the service itself answers at the address that sent the
/// refusal; another address may be in use by then.
struct AnsweringAddress: Sendable {
  /// The address that sent the last answer of the work in ``noting(_:_:)``.
  @TaskLocal static var last: Locked<AnsweringAddress?>?

  let url: URL
  /// Whether the service itself answers at the address right now. The request carries no credentials.
  let isGenuine: @Sendable () async -> Bool

  /// Does `work`, whose calls write the address of their last answer into `address`.
  static func noting<Value: Sendable>(
    _ address: Locked<AnsweringAddress?>, _ work: @Sendable () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    try await AnsweringAddress.$last.withValue(address) { () async -> Result<Value, ClientError> in
      do throws(ClientError) { return .success(try await work()) } catch { return .failure(error) }
    }.get()
  }
}
