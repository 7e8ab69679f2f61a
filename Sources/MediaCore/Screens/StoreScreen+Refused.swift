extension StoreScreen {
  /// Sends a refused change again.
  public func retry(_ record: MutationRecord, in queue: MutationQueue) {
    act { () async throws(ClientError) in [try await queue.retry(record.id)] }
  }

  /// Discards a refused change.
  public func discard(_ record: MutationRecord, in queue: MutationQueue) {
    act { () async throws(ClientError) in
      try await queue.discard(record.id)
      return []
    }
  }
}
