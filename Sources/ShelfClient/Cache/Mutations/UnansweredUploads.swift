import MediaCore

/// The stretches of listening whose upload the server has not answered yet, including uploads that the client has given up.
///
/// An upload that was given up can reach the server after a later upload, and the server then stores the older total. So the total of such
/// a stretch stays as it was uploaded, and further listening is recorded in a new stretch. A late upload then repeats the total that the
/// server already has.
final class UnansweredUploads: Sendable {
  private let counts = Locked<[String: Int]>([:])

  func begin(_ stretches: [String]) {
    counts.withLock { counts in for id in stretches { counts[id, default: 0] += 1 } }
  }

  /// Records the end of an upload, unless the request may still reach the server.
  func end(_ stretches: [String], with error: ClientError? = nil) {
    guard error?.mayStillArrive != true else { return }
    counts.withLock { counts in
      for id in stretches {
        let left = (counts[id] ?? 0) - 1
        counts[id] = left > 0 ? left : nil
      }
    }
  }

  func contains(_ stretch: String) -> Bool { counts.withLock { $0[stretch] != nil } }
}

extension ClientError {
  /// Whether the server may receive the request after the client has given it up. A proxy answers 504 for a request that still waits to
  /// reach the server.
  fileprivate var mayStillArrive: Bool { canHaveArrived && (status == nil || status == 504) }
}
