extension TimeSource {
  /// Runs `work` for at most `limit`, for callers that continue with the data on this device if the server is slow. When the time is over,
  /// `work` is cancelled.
  /// - Returns: the result of `work`; nil if the time was over first.
  /// - Throws: the error of `work`; `cancelled` if the calling task was cancelled.
  package func attempt<Value: Sendable>(
    _ operation: OperationID, within limit: Duration = .seconds(3),
    _ work: @escaping @Sendable () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value? {
    let first = await withTaskGroup(of: Result<Value, ClientError>?.self) { group in
      group.addTask {
        do throws(ClientError) { return .success(try await work()) } catch { return .failure(error) }
      }
      group.addTask {
        try? await sleep(for: limit, as: .watchdog)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    // Cancelling this task also ends the sleep, which then looks like the end of the time: throw, otherwise the caller would continue.
    if Task.isCancelled { throw .cancelled(operation) }
    return try first?.get()
  }
}
