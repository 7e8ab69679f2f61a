import MediaTesting

/// Keeps GET answers with status 200, each for its whole lifetime.
struct HubOutputCache: Sendable {
  private var entries: [[String]: (response: HTTPResponse, storedAt: Duration, lifetime: Duration)] = [:]

  /// The cached answer with its age.
  func answer(_ key: [String], uptime: Duration) -> HTTPResponse? {
    guard let entry = entries[key], uptime - entry.storedAt < entry.lifetime else { return nil }
    var response = entry.response
    response.fields["Age"] = String((uptime - entry.storedAt).components.seconds)
    return response
  }

  mutating func keep(_ response: HTTPResponse, under key: [String], lifetime: Duration, uptime: Duration) {
    entries[key] = (response, uptime, lifetime)
  }
}
