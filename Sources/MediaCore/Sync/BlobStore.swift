import Foundation

/// Stores named values in files, each with a checksum. A damaged file is set aside and reported. The value is then treated as missing, so
/// that a damaged file never keeps an app from starting. If a file cannot be read now, such as while the device is locked, an error is
/// thrown instead, because a caller that treated the value as missing would overwrite the file.
public struct BlobStore: Sendable {
  private let files: any FileSystem
  private let folder: String
  private let report: @Sendable (ClientError) -> Void

  /// Creates a store in a folder.
  /// - Parameter report: called with an error for each file that was damaged and set aside.
  public init(files: any FileSystem, folder: String, report: @escaping @Sendable (ClientError) -> Void = { _ in }) {
    self.files = files
    self.folder = folder
    self.report = report
  }

  /// Reads the value with the given name. Returns nil if there is no such value or its file is damaged.
  /// - Throws: `storage` if the file exists and cannot be read now.
  public func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws(ClientError) -> Value? {
    try read(type, name, userInfo: [:])
  }

  /// Reads a value. One whose decoding throws ``OtherVersion`` is not damaged, and reads as absent.
  /// - Parameter copy: the name of the file's copy, which is read in place of a damaged file, but not in place of an absent one.
  func read<Value: Decodable>(
    _ type: Value.Type, _ name: String, orCopy copy: String? = nil, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(ClientError) -> Value? {
    let path = path(name)
    var value: Value?
    do {
      guard let data = try files.read(path) else { return nil }
      if let payload = Self.opened(data) {
        do { return try JSONDocument.own(payload, userInfo).decode(type) } catch is OtherVersion { return nil } catch {}
      }
      value = try copy.flatMap { try read(type, $0, userInfo: userInfo) }
      if value != nil, let copy, let good = try files.read(self.path(copy)) {
        // Replace the damaged file instead of moving it: if the app ended after a move, the next read would find no file and skip the copy.
        try? files.replace(path + ".damaged", with: data)
        try? files.replace(path, with: good)
      } else {
        try files.repairing { try files.move(path, to: path + ".damaged") }
      }
    } catch {
      throw ClientError(.storage, operation: .storeRead, detail: (error as? FileSystemError)?.detail)
    }
    report(ClientError(.storage, operation: .storeRead, detail: "damaged"))
    return value
  }

  /// Writes a value under the given name. The value is on disk when the call returns.
  public func write(_ value: some Encodable, _ name: String) throws(ClientError) {
    try put(Self.encoded(value), name)
  }

  /// The bytes of a value, for ``put(_:_:)``.
  static func encoded(_ value: some Encodable) throws(ClientError) -> Data {
    do { return sealed(try JSONWriter.data(value)) } catch { throw ClientError(.storage, operation: .storeWrite) }
  }

  /// The bytes of a file that ``append(_:to:)`` makes; nil for none.
  /// - Throws: `storage` when it is there and cannot be read now.
  func data(_ name: String) throws(ClientError) -> Data? {
    do { return try files.read(path(name)) } catch {
      throw ClientError(.storage, operation: .storeRead, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// The number of bytes of a file; nil for none, and when it cannot be read now.
  func size(_ name: String) -> Int? { (try? files.size(of: path(name))) ?? nil }

  /// Adds bytes to a file; durable when it returns. A part of them can be there when it throws.
  func append(_ data: Data, to name: String) throws(ClientError) {
    do { try files.append(data, to: path(name)) } catch {
      throw ClientError(.storage, operation: .storeWrite, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Keeps a copy of a damaged file, and reports it.
  func setAside(_ data: Data, of name: String) throws(ClientError) {
    do { try files.repairing { try files.replace(path(name) + ".damaged", with: data) } } catch {
      throw ClientError(.storage, operation: .storeRead, detail: (error as? FileSystemError)?.detail)
    }
    report(ClientError(.storage, operation: .storeRead, detail: "damaged"))
  }

  /// Replaces a file; durable when it returns.
  func put(_ data: Data, _ name: String) throws(ClientError) {
    do { try files.replace(path(name), with: data) } catch {
      throw ClientError(.storage, operation: .storeWrite, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Removes the file of the value with the given name. Succeeds if there is no such file.
  /// - Throws: `storage` if the file cannot be removed.
  public func remove(_ name: String) throws(ClientError) {
    do { try files.remove(path(name)) } catch {
      throw ClientError(.storage, operation: .storeRemove, detail: (error as? FileSystemError)?.detail)
    }
  }

  private func path(_ name: String) -> String { "\(folder)/\(name.fileName)" }

  // MARK: Form: four letters, version, checksum, payload

  private static let head: [UInt8] = Array("MBLB".utf8) + [1]

  static func sealed(_ payload: Data) -> Data {
    let sum = Checksum.crc32(payload)
    return Data(head) + Data((0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }) + payload
  }

  static func opened(_ data: Data) -> Data? {
    guard data.count >= 9, data.starts(with: head) else { return nil }
    let sum = data.dropFirst(5).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // Copy the slice, so that its indices begin at 0.
    let payload = Data(data.dropFirst(9))
    return Checksum.crc32(payload) == sum ? payload : nil
  }
}

/// The error for a file of another version.
struct OtherVersion: Error {}
