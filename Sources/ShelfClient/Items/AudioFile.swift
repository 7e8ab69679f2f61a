public import Foundation
import MediaCore

/// An audio file of a book or an episode, also those that are left out of what is played. Old ones lack most members.
/// Required: `ino`.
public struct AudioFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server: up to 20 digits, not a number to count with.
  public var ino: String
  /// Its place among the files, from 1; nil for many episodes.
  public var index: Int?
  public var metadata: FileMetadata?
  public var addedAt: Date?
  public var updatedAt: Date?
  public var trackNumFromMeta: Int?
  public var discNumFromMeta: Int?
  public var trackNumFromFilename: Int?
  public var discNumFromFilename: Int?
  public var manuallyVerified: Bool?
  /// Whether the file is no part of what is played.
  public var exclude: Bool?
  public var error: String?
  /// In words, such as `QuickTime / MOV`.
  public var format: String?
  /// Seconds.
  public var duration: Double?
  /// Bits a second.
  public var bitRate: Int?
  public var language: String?
  /// Such as `mp3` or `aac`.
  public var codec: String?
  public var timeBase: String?
  public var channels: Int?
  /// Such as `stereo`.
  public var channelLayout: String?
  /// On the file's own timeline.
  public var chapters: [Chapter]?
  /// The format of a picture inside the file, such as `mjpeg`.
  public var embeddedCoverArt: String?
  /// The tags found in the file, such as `tagTitle`.
  public var metaTags: [String: String]?
  /// `audio/mpeg` also stands for everything the server does not know, such as wav.
  public var mimeType: String?

  public var id: String { ino }

  public init(
    ino: String, index: Int? = nil, metadata: FileMetadata? = nil, addedAt: Date? = nil, updatedAt: Date? = nil,
    trackNumFromMeta: Int? = nil, discNumFromMeta: Int? = nil, trackNumFromFilename: Int? = nil,
    discNumFromFilename: Int? = nil, manuallyVerified: Bool? = nil, exclude: Bool? = nil, error: String? = nil,
    format: String? = nil, duration: Double? = nil, bitRate: Int? = nil, language: String? = nil,
    codec: String? = nil, timeBase: String? = nil, channels: Int? = nil, channelLayout: String? = nil,
    chapters: [Chapter]? = nil, embeddedCoverArt: String? = nil, metaTags: [String: String]? = nil,
    mimeType: String? = nil
  ) {
    self.ino = ino
    self.index = index
    self.metadata = metadata
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.trackNumFromMeta = trackNumFromMeta
    self.discNumFromMeta = discNumFromMeta
    self.trackNumFromFilename = trackNumFromFilename
    self.discNumFromFilename = discNumFromFilename
    self.manuallyVerified = manuallyVerified
    self.exclude = exclude
    self.error = error
    self.format = format
    self.duration = duration
    self.bitRate = bitRate
    self.language = language
    self.codec = codec
    self.timeBase = timeBase
    self.channels = channels
    self.channelLayout = channelLayout
    self.chapters = chapters
    self.embeddedCoverArt = embeddedCoverArt
    self.metaTags = metaTags
    self.mimeType = mimeType
  }
}

extension AudioFile {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    ino = try members.requireID(.ino)
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
    duration = members[.duration]
    bitRate = members[.bitRate]
    language = members[.language]
    codec = members[.codec]
    timeBase = members[.timeBase]
    channels = members[.channels]
    channelLayout = members[.channelLayout]
    chapters = members.optionalList(.chapters)
    embeddedCoverArt = members[.embeddedCoverArt]
    metaTags = members.map(.metaTags)
    mimeType = members[.mimeType]
  }
}
