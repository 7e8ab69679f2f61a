import MediaCore

/// The stretches of listening whose upload has no answer yet, or was given up without one.
///
/// An upload that was given up can arrive after a later one, and the server then takes its older total. Such a stretch keeps the total
/// that was uploaded, and listening goes on in a new stretch: a late upload then repeats what the server has.
final class UnansweredUploads: Sendable {
  private let counts = Locked<[String: Int]>([:])

  func begin(_ stretches: [String]) {
    counts.withLock { counts in for id in stretches { counts[id, default: 0] += 1 } }
  }

  /// Notes the end of an upload, unless it may still arrive.
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
  /// Whether the server may get the request after the client has given it up. A proxy answers 504 for a request that still waits.
  fileprivate var mayStillArrive: Bool { canHaveArrived && (status == nil || status == 504) }
}
