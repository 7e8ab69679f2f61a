import MediaTesting

/// Keeps GET answers with status 200, each for its whole lifetime.
struct HubOutputCache: Sendable {
  struct Entry: Sendable {
    let response: HTTPResponse
    let storedAt: Duration
    let lifetime: Duration
  }

  private var entries: [[String]: Entry] = [:]

  /// The kept answer with its age.
  func answer(_ key: [String], uptime: Duration) -> HTTPResponse? {
    guard let entry = entries[key], uptime - entry.storedAt < entry.lifetime else { return nil }
    var response = entry.response
    response.fields["Age"] = String((uptime - entry.storedAt).components.seconds)
    return response
  }

  mutating func keep(_ response: HTTPResponse, under key: [String], lifetime: Duration, uptime: Duration) {
    entries[key] = Entry(response: response, storedAt: uptime, lifetime: lifetime)
  }
}
