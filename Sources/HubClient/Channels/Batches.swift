/// Sends a list in parts and tells how far it got.
enum Batches {
  static func send(
    _ ids: [String], size: Int, progress: @Sendable (RegistrationProgress) -> Void,
    _ body: ([String]) async throws(HubError) -> Void
  ) async throws(HubError) {
    var done = 0
    repeat {
      let batch = Array(ids[done..<min(done + size, ids.count)])
      do throws(HubError) { try await body(batch) } catch {
        throw .registrationFailed(
          error.clientError,
          progress: RegistrationProgress(registered: Array(ids[..<done]), remaining: Array(ids[done...])))
      }
      done += batch.count
      progress(RegistrationProgress(registered: Array(ids[..<done]), remaining: Array(ids[done...])))
    } while done < ids.count
  }
}
