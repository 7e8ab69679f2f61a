import Foundation
import MediaCore

/// The format of the messages between a phone and its watch: JSON with a version and the content.
enum WatchMessage {
  private struct Envelope<Content: Codable>: Codable {
    let version: Int
    let content: Content
  }

  private struct Head: Decodable {
    let version: Int
  }

  /// The version in the messages that this code writes. Messages with a later version are refused, since their content may have another
  /// meaning.
  private static let version = 1
  /// The highest number of bytes of a message. Sessions between a phone and a watch carry a little more than this.
  static let byteLimit = 60_000

  static func failure(_ detail: String) -> ClientError {
    ClientError(.invalidRequest, operation: .shelfWatch, detail: detail)
  }

  static func data(of content: some Codable) throws(ClientError) -> Data {
    do { return try JSONEncoder().encode(Envelope(version: version, content: content)) } catch {
      throw failure("damaged")
    }
  }

  static func read<Content: Codable>(_ data: Data) throws(ClientError) -> Content {
    guard data.count <= byteLimit else { throw failure(ClientError.Detail.tooLarge) }
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else { throw failure("damaged") }
    guard head.version <= version else { throw failure("newerVersion") }
    do { return try decoder.decode(Envelope<Content>.self, from: data).content } catch { throw failure("damaged") }
  }
}
