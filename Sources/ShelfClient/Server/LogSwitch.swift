import MediaCore

/// The stored setting of whether the log is kept and its tab shown; off until the user switches it on.
struct LogSwitch: Sendable {
  private struct Stored: Codable {
    var showsLogs: Bool
  }

  private static let name = "logs"
  private let files: BlobStore

  init(environment: ClientEnvironment) { files = BlobStore(files: environment.files, folder: "shelf") }

  /// Whether the log is switched on; also false while the file cannot be read.
  var isOn: Bool { ((try? files.read(Stored.self, Self.name)) ?? nil)?.showsLogs ?? false }

  /// - Throws: `storage`.
  func set(_ isOn: Bool) throws(ClientError) { try files.write(Stored(showsLogs: isOn), Self.name) }
}
