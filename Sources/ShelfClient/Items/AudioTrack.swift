import Foundation
import MediaCore

/// A track of an item to play. A track is one audio file at its place in the item. While the server transcodes, one track is the HLS stream
/// of the whole item. The members of ``AudioProperties`` are also members of this type. Decoding requires no member, since dropping an
/// incomplete track would shift the tracks behind it.
@dynamicMemberLookup
public struct AudioTrack: Codable, Hashable, Sendable {
  /// The start of the track, in seconds from the start of the item.
  public var startOffset: Double?
  /// The name of the audio file. If the server transcodes, the name of the item.
  public var title: String?
  /// The path of the audio. Append this path to the server's base address; do not resolve it against that address.
  public var contentUrl: String?
  /// The audio file's number on the server; nil if the server transcodes.
  public var ino: String?
  /// The technical properties of the audio. If the server transcodes, ``AudioProperties/metadata`` is nil.
  public var properties = AudioProperties()

  public init() {}

  public subscript<Value>(dynamicMember member: WritableKeyPath<AudioProperties, Value>) -> Value {
    get { properties[keyPath: member] }
    set { properties[keyPath: member] = newValue }
  }

  private enum CodingKeys: CodingKey {
    case startOffset, title, contentUrl, ino
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    startOffset = members.seconds(.startOffset)
    title = members[.title]
    contentUrl = members[.contentUrl]
    ino = members[.ino]
    properties = try AudioProperties(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try properties.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(startOffset, forKey: .startOffset)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(contentUrl, forKey: .contentUrl)
    try container.encodeIfPresent(ino, forKey: .ino)
  }

  /// Whether the server transcodes the audio of this track to an HLS stream during playback.
  public var isTranscoded: Bool { properties.mimeType == "application/vnd.apple.mpegurl" }

  /// The file that ``contentUrl`` names; nil if the address is not that of a file, for example if it is that of an HLS stream. Servers
  /// before 2.19 put their base path in front, as in `/audiobookshelf/api/items/1/file/2`.
  var namedFile: (item: String, ino: String)? {
    let parts = (contentUrl ?? "").split(separator: "/").suffix(5).map { String($0).removingPercentEncoding ?? "" }
    guard parts.count == 5, parts.starts(with: ["api", "items"]), parts[3] == "file" else { return nil }
    return (item: parts[2], ino: parts[4])
  }
}
