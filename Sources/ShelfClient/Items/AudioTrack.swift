import MediaCore

/// A part of an item to play: an audio file at its place on the item's timeline or, while the server transcodes, one HLS stream for
/// the whole item. Members of ``AudioProperties`` are read and set as if they were its own. No member is required, since leaving out
/// a track would shift the tracks behind it.
@dynamicMemberLookup
public struct AudioTrack: Codable, Hashable, Sendable {
  /// The start of the track, in seconds from the start of the item.
  public var startOffset: Double?
  /// The name of the file, or of the item when transcoding.
  public var title: String?
  /// The path of the audio below the server's base address: append it, do not resolve it.
  public var contentUrl: String?
  /// The audio file's number on the server; nil when transcoding.
  public var ino: String?
  /// The technical properties of the audio; without ``AudioProperties/metadata`` when transcoding.
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

  /// Whether the server makes this stream while it is played (HLS).
  public var isTranscoded: Bool { properties.mimeType == "application/vnd.apple.mpegurl" }
}
