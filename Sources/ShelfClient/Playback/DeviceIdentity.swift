public import MediaCore

/// The identity of this installation on the server, with an id that is stored on disk and stays the same. When a device opens a playback
/// session, the server closes the other sessions with the same device id. If the id changed at each launch, the server's list of devices
/// would fill up.
public actor DeviceIdentity {
  private struct Stored: Codable {
    let id: String
  }

  private let environment: ClientEnvironment
  private let blobs: BlobStore
  private var stored: Stored?
  private var details = DeviceInfo()

  init(environment: ClientEnvironment) {
    self.environment = environment
    blobs = BlobStore(files: environment.files, folder: "shelf")
    details.clientName = "ShelfClient"
    details.clientVersion = ShelfClientInfo.version
  }

  /// Sets the app's name and the device's model for the server's list of devices. An id in `info` is ignored.
  public func describe(_ info: DeviceInfo) { details = info }

  /// Returns the description of this device, which the client sends when it opens a playback session.
  /// - Throws: `storage` if a new id could not be written; with the detail `inUse` while another process uses the folder.
  public func info() throws(ClientError) -> DeviceInfo {
    if stored == nil { stored = try blobs.read(Stored.self, "device") }
    if stored == nil { stored = try kept() }
    var info = details
    info.deviceId = stored?.id
    return info
  }

  /// Makes an id while no other process can make one.
  private func kept() throws(ClientError) -> Stored {
    try environment.shared.hold(environment.files, for: .shelfPlaybackStart)
    // Another process may have stored an id before this one held the lock: read again.
    if let known = try blobs.read(Stored.self, "device") { return known }
    let new = Stored(id: environment.random.uuid())
    try blobs.write(new, "device")
    return new
  }
}

/// Information about this package.
public enum ShelfClientInfo {
  /// The version of this package, which the server's history shows.
  public static let version = "0.1.0"
}
