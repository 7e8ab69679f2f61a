/// A kind of fault. Each run switches on a random half.
enum Fault: String, CaseIterable, Sendable {
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

  /// The probability for one request; nil for a fault that does not hit requests.
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

/// A safeguard that a run removes, to see whether the simulation detects that.
enum Sabotage: String, Sendable {
  case intentID, generationGuard, readBack, checksum
}
