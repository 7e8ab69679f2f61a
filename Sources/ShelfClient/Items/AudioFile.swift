public import Foundation
import MediaCore

/// An audio file of a book or an episode, including files that are excluded from playing. Files that were added long ago lack most
/// properties. The members of ``AudioProperties`` are also members of this type. Decoding requires `ino`.
@dynamicMemberLookup
public struct AudioFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server, as text of up to 20 digits, which can be too long for an integer.
  public var ino: String
  /// The technical properties of the file, and the tags in the file.
  public var properties = AudioProperties()

  public var id: String { ino }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(ino: String) { self.ino = ino }

  public subscript<Value>(dynamicMember member: WritableKeyPath<AudioProperties, Value>) -> Value {
    get { properties[keyPath: member] }
    set { properties[keyPath: member] = newValue }
  }

  private enum CodingKeys: CodingKey {
    case ino
  }

  public init(from decoder: any Decoder) throws {
    ino = try decoder.lenient(CodingKeys.self).requireID(.ino)
    properties = try AudioProperties(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try properties.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ino, forKey: .ino)
  }
}

/// The properties that an ``AudioFile`` and an ``AudioTrack`` have in common.
public struct AudioProperties: Codable, Hashable, Sendable {
  /// The file's number among the item's files, from 1; nil for many episodes. The numbers of tracks can have gaps, so take the order of
  /// tracks from their list instead.
  public var index: Int?
  /// The name, path, size and times of the file.
  public var metadata: FileMetadata?
  /// When the file was added to the library.
  public var addedAt: Date?
  /// When the file was last changed on the server.
  public var updatedAt: Date?
  /// The track number in the file's tags.
  public var trackNumFromMeta: Int?
  /// The disc number in the file's tags.
  public var discNumFromMeta: Int?
  /// The track number in the file's name.
  public var trackNumFromFilename: Int?
  /// The disc number in the file's name.
  public var discNumFromFilename: Int?
  /// Whether a user has confirmed the order of the item's files by hand.
  public var manuallyVerified: Bool?
  /// Whether the file is excluded from playing.
  public var exclude: Bool?
  /// The server's message about a file that it cannot read.
  public var error: String?
  /// The name of the file format, such as `QuickTime / MOV`.
  public var format: String?
  /// The duration of the audio, in seconds.
  public var duration: Double?
  /// The bit rate, in bits per second.
  public var bitRate: Int?
  /// The language in the file's tags.
  public var language: String?
  /// The codec, such as `mp3` or `aac`.
  public var codec: String?
  /// The time base of the file, as a fraction of a second, such as `1/14112000`.
  public var timeBase: String?
  /// The number of audio channels: 1 for mono, 2 for stereo.
  public var channels: Int?
  /// The layout of the channels, such as `stereo`.
  public var channelLayout: String?
  /// The chapters in this file, with times in seconds from the start of the file.
  public var chapters: [Chapter]?
  /// The format of a picture inside the file, such as `mjpeg`.
  public var embeddedCoverArt: String?
  /// The tags found in the file, by the server's name of each tag, such as `tagTitle`.
  public var metaTags: [String: String]?
  /// The MIME type of the audio. The server sends `audio/mpeg` also for each format that it has no MIME type for, such as wav.
  public var mimeType: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    index = members[.index]
    metadata = members[.metadata]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    trackNumFromMeta = members[.trackNumFromMeta]
    discNumFromMeta = members[.discNumFromMeta]
    trackNumFromFilename = members[.trackNumFromFilename]
    discNumFromFilename = members[.discNumFromFilename]
    manuallyVerified = members[.manuallyVerified]
    exclude = members[.exclude]
    error = members[.error]
    format = members[.format]
    duration = members.seconds(.duration)
    bitRate = members[.bitRate]
    language = members[.language]
    codec = members[.codec]
    timeBase = members[.timeBase]
    channels = members[.channels]
    channelLayout = members[.channelLayout]
    chapters = members.chapters(.chapters)
    embeddedCoverArt = members[.embeddedCoverArt]
    metaTags = members.map(.metaTags)
    mimeType = members[.mimeType]
  }
}
