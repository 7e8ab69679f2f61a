public import MediaCore

/// The identity of this installation on the server, with an id that is stored on disk and stays the same. When a device opens a playback
/// session, the server closes the other sessions with the same device id. If the id changed at each launch, the server's list of devices
/// would fill up.
///
/// A backup can bring the stored id to another device, where the id would close the sessions of the first device. A digest of the id is
/// therefore kept in the environment's `SecretStore` as well. If the store held the digest at an earlier launch and no longer has it, a new
/// id is made. On Apple's systems, backups do not contain the keychain. With a store that is part of the backup, or that does not outlive
/// the process, the id is never replaced.
public actor DeviceIdentity {
  private struct Stored: Codable {
    let id: String
    /// Whether the secrets held the digest of ``id`` at a launch after the one that wrote the digest. Nil in the file of an earlier version.
    var isBound: Bool?
  }

  private static let secret = "shelf/device"

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
  /// - Throws: `storage` if a new id could not be written, or if the secrets cannot be read now; with the detail `inUse` while another
  ///   process uses the folder.
  public func info() throws(ClientError) -> DeviceInfo {
    if stored == nil {
      stored = try own()
      if stored == nil { stored = try made() }
      if let stored { bind(stored) }
    }
    var info = details
    info.deviceId = stored?.id
    return info
  }

  /// Makes an id while no other process can make one.
  private func made() throws(ClientError) -> Stored {
    try environment.shared.hold(environment.files, for: .shelfPlaybackStart)
    // Another process may have stored an id before this one held the lock: read again.
    if let known = try own() { return known }
    let new = Stored(id: environment.random.uuid())
    try blobs.write(new, "device")
    return new
  }

  /// The stored id; nil if there is none, or if a backup has brought it from another device.
  private func own() throws(ClientError) -> Stored? {
    guard let stored = try blobs.read(Stored.self, "device") else { return nil }
    guard stored.isBound == true else { return stored }
    do { return try environment.secrets.read(Self.secret) == nil ? nil : stored } catch {
      throw ClientError(
        .storage, operation: .shelfPlaybackStart, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Writes the digest of an id into the secrets. If an earlier launch has already written the digest, the secrets outlive a process, so
  /// this function notes in the file that the id is bound to them. If the secrets or the file cannot be read or written now, the next
  /// launch tries again.
  private func bind(_ own: Stored) {
    guard own.isBound != true, !environment.isReading,
      (try? environment.shared.hold(environment.files, for: .shelfPlaybackStart)) != nil
    else { return }
    let digest = Secret(own.id.fileName)
    do {
      if try environment.secrets.read(Self.secret) != digest {
        try environment.secrets.write(digest, key: Self.secret)
        environment.shared.noteDone(Self.secret)
      } else if !environment.shared.hasDone(Self.secret) {
        try blobs.write(Stored(id: own.id, isBound: true), "device")
      }
    } catch {
      // The next launch tries again.
    }
  }
}

/// Information about this package.
public enum ShelfClientInfo {
  /// The version of this package, which the server's history shows.
  public static let version = "0.1.0"
}
