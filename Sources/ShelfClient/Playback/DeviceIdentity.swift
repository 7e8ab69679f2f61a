public import MediaCore

/// This installation, with an id that stays: opening a session closes the others of the same device, and an app that made a
/// new id at each launch would fill the server with devices.
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

  /// Names for the server's list of devices: the app and the model. An id in it is ignored.
  public func describe(_ info: DeviceInfo) { details = info }

  /// What goes along when a session is opened.
  /// - Throws: `storage` when a new id could not be kept.
  public func info() throws(ClientError) -> DeviceInfo {
    var info = details
    info.deviceId = try id()
    return info
  }

  private func id() throws(ClientError) -> String {
    if let stored { return stored.id }
    if let known = try blobs.read(Stored.self, "device") {
      stored = known
      return known.id
    }
    let new = Stored(id: environment.random.uuid())
    try blobs.write(new, "device")
    stored = new
    return new.id
  }
}

/// What the client says of itself.
public enum ShelfClientInfo {
  public static let version = "0.1.0"
}
