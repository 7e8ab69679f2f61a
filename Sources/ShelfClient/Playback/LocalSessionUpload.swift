import MediaCore

/// The body that uploads many sessions (`POST /api/session/local-all`). For each item the newest goes first: where the server
/// has no progress yet, only the first one counts.
public struct LocalSessionUpload: Codable, Hashable, Sendable {
  public var deviceInfo: DeviceInfo?
  public var sessions: [LocalSession]

  public init(deviceInfo: DeviceInfo? = nil, sessions: [LocalSession] = []) {
    self.deviceInfo = deviceInfo
    self.sessions = sessions
  }
}

extension LocalSessionUpload {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    deviceInfo = members[.deviceInfo]
    sessions = members.list(.sessions)
  }
}
