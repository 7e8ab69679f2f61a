import MediaCore

extension Double {
  /// Whether this can be a position in audio or a length of it, in seconds.
  var isMediaTime: Bool { (0...MediaTime.longest).contains(self) }

  /// The number kept within 0…1; 0 if it is not a number.
  var asFraction: Double { isFinite ? min(max(self, 0), 1) : 0 }
}

/// A position or a length in an answer. An impossible one is read as missing, and counted: otherwise it would be shown, count as the
/// end of an item, and be written to other records.
struct MediaSeconds: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = try container.decode(Double.self)
    guard value.isMediaTime else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no media time")
    }
  }
}

extension LenientContainer {
  func seconds(_ key: Key) -> Double? { (self[key] as MediaSeconds?)?.value }
}

/// A request body with positions and lengths. An impossible one is refused, since the server would add it up and show it everywhere.
protocol TimedBody: Encodable {
  var hasPlausibleTimes: Bool { get }
}
