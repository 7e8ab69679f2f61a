import Foundation
import MediaCore

/// The checks of a file that arrives piece by piece: its first bytes are held back until they can be told from a page or a message, and
/// its end is compared with the announced length.
final class StreamCheck: Sendable {
  private struct State {
    var head: FileHead?
    var status: Int?
    /// The bytes held back; nil once they have been checked.
    var lead: Data? = Data()
    var count = 0
  }

  private let content: FileContent
  private let operation: OperationID
  private let state = Locked(State())

  init(_ content: FileContent, _ operation: OperationID) { (self.content, self.operation) = (content, operation) }

  /// - Throws: `wrongServer` for a media type that the file cannot have; see also ``FileHead``.
  func begin(_ response: HTTPResponse) throws(ClientError) -> FileHead {
    if let found = content.impostor(mediaType: response.mediaType) {
      throw found.error(operation, status: response.status)
    }
    let head = try FileHead(response, operation: operation)
    // If the file may have any content, every first byte is valid: deliver the bytes at once.
    let lead = content == .any ? nil : Data()
    state.withLock { $0 = State(head: head, status: response.status, lead: lead) }
    return head
  }

  /// - Returns: the bytes to deliver now; nil while they are held back.
  func add(_ bytes: Data) throws(ClientError) -> Data? {
    let isHeld = state.withLock { state in
      state.count += bytes.count
      guard state.lead != nil else { return false }
      state.lead?.append(bytes)
      return true
    }
    guard isHeld else { return bytes }
    return state.withLock({ $0.lead?.count ?? 0 }) >= FileContent.leadSize ? try release() : nil
  }

  /// Checks the end of an answer.
  /// - Returns: the bytes of a short file that are still held back.
  /// - Throws: `undecodable` for an answer without a byte, `unreachable` for one that is shorter than announced.
  func end() throws(ClientError) -> Data? {
    let (head, count, status) = state.withLock { ($0.head, $0.count, $0.status) }
    if count == 0, !content.canBeEmpty(head?.version ?? FileVersion()) {
      throw ClientError(.undecodable, operation: operation, status: status, detail: ClientError.Detail.empty)
    }
    let rest = try release()
    if let expected = head?.range?.count ?? head?.size, count < expected {
      throw ClientError(
        .unreachable, operation: operation, status: status, detail: TransportFailure.Reach.connectionLost.rawValue)
    }
    return rest
  }

  private func release() throws(ClientError) -> Data? {
    let (lead, start, status) = state.withLock { state in
      defer { state.lead = nil }
      return (state.lead, state.head?.range?.lowerBound ?? 0, state.status)
    }
    guard let lead, !lead.isEmpty else { return nil }
    if let found = content.impostor(in: lead, at: start) { throw found.error(operation, status: status) }
    return lead
  }
}
