public import MediaCore

extension ListeningProgressStore {
  /// Marks many items as finished, on this device at once, and on the server with few requests: one read and one write for each hundred
  /// items. The changes are durable when the call returns.
  @discardableResult
  public func markFinished(_ ids: [PlayableID]) async throws(ClientError) -> [Submission] {
    try await changeAll(ids) { (id) async throws(ClientError) in try await markFinished(id) }
  }

  /// Sets many items back to their start, on this device at once, and on the server with few requests. The changes are durable when the
  /// call returns.
  @discardableResult
  public func restart(_ ids: [PlayableID]) async throws(ClientError) -> [Submission] {
    try await changeAll(ids) { (id) async throws(ClientError) in try await restart(id) }
  }

  private func changeAll(
    _ ids: [PlayableID], _ change: (PlayableID) async throws(ClientError) -> Submission
  ) async throws(ClientError) -> [Submission] {
    var submissions: [Submission] = []
    for id in ids { submissions.append(try await change(id)) }
    return submissions
  }
}
