import MediaCore

/// Whether the log is kept and its tab is shown: off until it is switched on, and from then on as it was left.
struct LogSwitch: Sendable {
  private struct Stored: Codable {
    var showsLogs: Bool
  }

  private static let name = "logs"
  private let files: BlobStore

  init(environment: ClientEnvironment) { files = BlobStore(files: environment.files, folder: "shelf") }

  /// False as well while the file cannot be read: then nothing is logged, and nothing is written over it.
  var isOn: Bool { ((try? files.read(Stored.self, Self.name)) ?? nil)?.showsLogs ?? false }

  /// - Throws: `storage`.
  func set(_ isOn: Bool) throws(ClientError) { try files.write(Stored(showsLogs: isOn), Self.name) }
}
