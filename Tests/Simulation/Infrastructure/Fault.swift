/// A kind of fault. Each run switches on a random half.
enum Fault: String, CaseIterable, Sendable, Codable, CodingKeyRepresentable {
  // The request never reaches the server.
  case offline, refused, nameNotFound, neverSent
  // The server handles the request, but its answer is lost, late, cut, or sent twice.
  case replyLost, connectionLost, cutBody, slow, duplicated, reordered
  // A proxy answers instead of the server.
  case html200, proxy401, proxy403, proxy404, rateLimited, serverError
  // The server restarts or ends the sign-in.
  case serverRestart, revoked, expiry
  // Something happens on the device, or its user does something.
  case kill, tornWrite, diskFull, lockedSecrets, clockSkew, cancelled, account, overtaken, midnight
  // The server has two addresses, of which one stops for a while; a live connection breaks after some of an answer's frames; a widget reads
  // the folder.
  case addressSwitch, socketCut, secondProcess
  // Not in `swift test`, whose runs stay what they are: a proxy redirects or answers with nothing, the device's clock jumps, the server comes
  // back from a backup, and a part that the server needs fails (TMDB, a catalogue, its database).
  case redirect, emptyAnswer, clockJump, restoredBackup, outage

  /// The probability for one request; nil for a fault that does not hit requests.
  var perRequest: Double? {
    switch self {
    case .offline, .refused: 0.05
    case .replyLost, .reordered: 0.08
    case .redirect, .emptyAnswer, .nameNotFound, .html200, .proxy404, .rateLimited, .proxy403: 0.02
    case .neverSent, .connectionLost, .cutBody, .slow, .duplicated, .proxy401: 0.03
    case .serverError: 0.05
    case .kill: 0.01
    default: nil
    }
  }

  /// Whether this fault always hits a request. Reports count these by the kind of request.
  var hitsRequests: Bool {
    switch self {
    case .addressSwitch, .serverRestart, .revoked, .socketCut, .restoredBackup, .outage: true
    default: perRequest != nil
    }
  }

  /// The faults that have dice of their own, so that a run without them stays what it was before they were added.
  static let added: [Fault] = [.redirect, .emptyAnswer, .clockJump, .restoredBackup, .outage]
  /// The other faults.
  static let first = allCases.filter { !added.contains($0) }

  static let ofRequests = first.filter { $0.perRequest != nil }
  /// The faults that can hit any request by themselves.
  static let even = allCases.filter { $0.perRequest != nil && $0 != .kill }
}

/// The load of faults of a run.
enum FaultLoad: String, Sendable, Codable {
  /// A random half of the faults of `swift test`.
  case first
  /// A random half of all faults.
  case all
  /// In addition, each fault hits each kind of request about as often.
  case even
}

/// A safeguard that a run removes, to see whether the simulation detects that.
enum Sabotage: String, CaseIterable, Sendable, Codable {
  case intentID, generationGuard, readBack, checksum
  /// Of the Hub: failed feeds count as empty ones, conflicts are not kept, and other devices' marks are dated anew.
  case emptyAnswers, lostConflicts, pulledAsNew

  /// The service whose simulation notices.
  var service: Simulation.Service {
    switch self {
    case .intentID, .generationGuard, .readBack, .checksum: .shelf
    case .emptyAnswers, .lostConflicts, .pulledAsNew: .hub
    }
  }
}
