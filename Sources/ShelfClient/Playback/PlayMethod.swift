/// How a session plays. Open: a number that a later server adds is kept.
public struct PlayMethod: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The files as they are.
  public static let directPlay = PlayMethod(rawValue: 0)
  /// Not used by any known server.
  public static let directStream = PlayMethod(rawValue: 1)
  /// HLS, made by the server while it is played.
  public static let transcode = PlayMethod(rawValue: 2)
  /// From files on the device, without the server.
  public static let local = PlayMethod(rawValue: 3)
}
