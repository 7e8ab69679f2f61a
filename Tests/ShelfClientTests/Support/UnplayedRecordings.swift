import MediaCore

/// Recorded exchanges without a public call, and the reasons.
enum UnplayedRecordings {
  private static let administration = "administration: no listening client needs it"
  private static let realTime = "real time has its own issue"

  /// Method and path; `*` stands for one part of the path.
  static let routes: [(method: String, path: String, reason: String)] = [
    ("POST", "/init", "setting a server up is its owner's work"),
    ("POST", "/api/libraries", administration),
    ("PATCH", "/api/libraries/*", administration),
    ("DELETE", "/api/libraries/*", administration),
    ("POST", "/api/libraries/*/scan", administration),
    ("GET", "/api/libraries/*/podcast-titles", administration),
    ("GET", "/api/tasks", administration),
    ("GET", "/api/sessions", administration),
    ("GET", "/api/sessions/open", administration),
    ("GET", "/api/users", administration),
    ("POST", "/api/users", administration),
    ("GET", "/api/users/*", administration),
    ("GET", "/api/users/*/listening-sessions", administration),
    ("GET", "/api/users/*/listening-stats", administration),
    ("PATCH", "/api/settings", administration),
    ("GET", "/api/podcasts/*/clear-queue", administration),
    ("DELETE", "/api/items/*", administration),
    ("GET", "/api/libraries/*/episodes", "no such route; recent-episodes answers instead"),
    ("GET", "/nope", "no such route"),
    ("GET", "/socket.io/", realTime),
    ("POST", "/socket.io/", realTime),
    ("GET", "/audiobookshelf/socket.io/", realTime),
  ]

  /// The reason for recordings of socket conversations, which are no exchanges.
  static let conversations = realTime

  /// Whether the recording has a negative listening time, which the server accepts and the client refuses to send.
  static func isRefused(_ recording: Recording) -> Bool { (recording.body?["timeListened"]?.double ?? 0) < 0 }

  static func reason(_ recording: Recording) -> String? {
    routes.first { route in
      let pattern = route.path.split(separator: "/")
      let parts = recording.path.split(separator: "/")
      return route.method == recording.method && pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0 == "*" || $0 == $1 }
    }?.reason
  }
}
