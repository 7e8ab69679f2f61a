import Foundation

/// The bare way to a durable record: append and fdatasync over a descriptor that stays open.
final class PlainFile {
  private let descriptor: Int32

  init(_ path: String) { descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }

  deinit { close(descriptor) }

  func append(_ data: Data) {
    let written = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(written == data.count && fdatasync(descriptor) == 0, "the disk refused the peer")
  }
}
