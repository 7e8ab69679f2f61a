public import Foundation
import MediaCore

/// An audio file of a book or an episode, also those that are left out of what is played. Old ones lack most members; those
/// of ``AudioProperties`` are read and set as if they were its own. Required: `ino`.
@dynamicMemberLookup
public struct AudioFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server: up to 20 digits, not a number to count with.
  public var ino: String
  /// The technical side of the file, and what its tags say.
  public var properties = AudioProperties()

  public var id: String { ino }

  /// A value with its required members; optional ones are nil, lists are empty.
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
  /// Its place among the files, from 1; nil for many episodes, and with holes among tracks: go by the order of the list.
  public var index: Int?
  /// The file's name, size and times.
  public var metadata: FileMetadata?
  /// When it came into the library.
  public var addedAt: Date?
  /// When it was last changed on the server.
  public var updatedAt: Date?
  /// The track number in the file's tags.
  public var trackNumFromMeta: Int?
  /// The disc number in the file's tags.
  public var discNumFromMeta: Int?
  /// The track number in the file's name.
  public var trackNumFromFilename: Int?
  /// The disc number in the file's name.
  public var discNumFromFilename: Int?
  /// Whether somebody confirmed the order by hand.
  public var manuallyVerified: Bool?
  /// Whether the file is no part of what is played.
  public var exclude: Bool?
  /// The server's words about a file that it cannot read.
  public var error: String?
  /// In words, such as `QuickTime / MOV`.
  public var format: String?
  /// Seconds.
  public var duration: Double?
  /// Bits a second.
  public var bitRate: Int?
  /// The language in the file's tags.
  public var language: String?
  /// Such as `mp3` or `aac`.
  public var codec: String?
  /// The unit of the file's timestamps, such as `1/14112000`.
  public var timeBase: String?
  /// 1 for mono, 2 for stereo.
  public var channels: Int?
  /// Such as `stereo`.
  public var channelLayout: String?
  /// On the file's own timeline.
  public var chapters: [Chapter]?
  /// The format of a picture inside the file, such as `mjpeg`.
  public var embeddedCoverArt: String?
  /// The tags found in the file, such as `tagTitle`.
  public var metaTags: [String: String]?
  /// `audio/mpeg` also stands for every format that the server cannot name, such as wav.
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
