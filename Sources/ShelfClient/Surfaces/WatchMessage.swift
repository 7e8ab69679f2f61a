import Foundation
import MediaCore

/// The form of the messages between a phone and its watch: a version, and the content.
enum WatchMessage {
  private struct Envelope<Content: Codable>: Codable {
    let version: Int
    let content: Content
  }

  private struct Head: Decodable {
    let version: Int
  }

  /// The version that this code writes. Messages of later versions are not read: their content may mean something else.
  private static let version = 1

  static func failure(_ detail: String) -> ClientError {
    ClientError(.invalidRequest, operation: .shelfWatch, detail: detail)
  }

  static func data(of content: some Codable) throws(ClientError) -> Data {
    do { return try JSONEncoder().encode(Envelope(version: version, content: content)) } catch {
      throw failure("damaged")
    }
  }

  static func read<Content: Codable>(_ data: Data, limit: Int) throws(ClientError) -> Content {
    guard data.count <= limit else { throw failure("tooLarge") }
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else { throw failure("damaged") }
    guard head.version <= version else { throw failure("newerVersion") }
    do { return try decoder.decode(Envelope<Content>.self, from: data).content } catch { throw failure("damaged") }
  }
}
