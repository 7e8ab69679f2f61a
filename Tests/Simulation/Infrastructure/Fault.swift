/// A kind of fault. Each run switches on a random half.
enum Fault: String, CaseIterable, Sendable {
  // On the way to the server: nothing arrives.
  case offline, refused, nameNotFound, neverSent
  // The server does it, and the answer is lost, late, incomplete or comes twice.
  case replyLost, connectionLost, cutBody, slow, duplicated, reordered
  // Somebody in front answers.
  case html200, proxy401, proxy403, proxy404, rateLimited, serverError
  // The server.
  case serverRestart, revoked, expiry
  // The device and its user.
  case kill, tornWrite, diskFull, lockedSecrets, clockSkew, cancelled, account, overtaken, midnight

  /// How likely it hits one request, where that is what it hits.
  var perRequest: Double? {
    switch self {
    case .offline, .refused: 0.05
    case .replyLost, .reordered: 0.08
    case .nameNotFound, .html200, .proxy404, .rateLimited, .proxy403: 0.02
    case .neverSent, .connectionLost, .cutBody, .slow, .duplicated, .proxy401: 0.03
    case .serverError: 0.05
    case .kill: 0.01
    default: nil
    }
  }

  static let ofRequests = allCases.filter { $0.perRequest != nil }
}

/// A safeguard that is removed to see whether the simulation would notice.
enum Sabotage: String, Sendable {
  case intentID, generationGuard, readBack, checksum
}
