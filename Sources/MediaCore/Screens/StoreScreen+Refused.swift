extension StoreScreen {
  /// Sends a change again that the server has refused.
  public func retry(_ record: MutationRecord, in queue: MutationQueue) {
    act { () async throws(ClientError) in [try await queue.retry(record.id)] }
  }

  /// Discards a change that the server has refused.
  public func discard(_ record: MutationRecord, in queue: MutationQueue) {
    act { () async throws(ClientError) in
      try await queue.discard(record.id)
      return []
    }
  }
}
