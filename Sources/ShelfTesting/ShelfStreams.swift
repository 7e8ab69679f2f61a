import Foundation
import MediaTesting

/// The encoder of a transcode. In each second of the clock, the encoder makes five segments, each six seconds long.
struct ShelfEncoder: Sendable {
  static let segment = 6.0
  private static let pace: Int64 = 200

  private(set) var firstSegment: Int
  private(set) var startedAt: Int64
  /// The segments that the encoder made before its last restart. The server can still send them.
  private var earlier: [Range<Int>] = []
  /// Whether the server has sent `stream_open`.
  var isOpen = false
  /// Whether the server has sent `stream_ready` since the encoder's last restart.
  var isReady = false
  /// The start of the two seconds after which the next `stream_progress` is due.
  var reportedAt: Int64

  init(firstSegment: Int, startedAt: Int64) {
    self.firstSegment = firstSegment
    self.startedAt = startedAt
    reportedAt = startedAt
  }

  /// Restarts the encoder at a segment that the client has requested and that is not made yet.
  mutating func restart(at segment: Int, of total: Int, now: Int64) {
    earlier = made(at: now, of: total)
    (firstSegment, startedAt, reportedAt) = (segment, now, now)
    isReady = false
  }

  func segmentsMade(at now: Int64) -> Int { firstSegment + Int((now - startedAt) / Self.pace) }

  /// The segments whose files exist, in order.
  /// - Parameter total: the number of segments of the whole session.
  func made(at now: Int64, of total: Int) -> [Range<Int>] {
    let end = min(total, segmentsMade(at: now))
    let runs = (earlier + [firstSegment..<max(firstSegment, end)]).filter { !$0.isEmpty }
    return runs.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: [Range<Int>]()) { merged, run in
      if let last = merged.last, run.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        merged.append(run)
      }
    }
  }

  /// The time at which the encoder has made `count` segments since its start or last restart.
  func time(ofSegments count: Int) -> Int64 { startedAt + Int64(count) * Self.pace }
}

/// Transcodes: their files, and the events about them.
extension ShelfState {
  mutating func transcodeFile(_ call: ShelfCall) -> HTTPResponse {
    let (id, file) = (call["session"], call["file"])
    guard var session = openSessions[id], var encoder = session.encoder else { return .shelfNotFound }
    if file == "output.m3u8" {
      return hls(Self.playlist(session.duration), type: "m3u8", madeAt: ShelfDate.whole(session.startedAt))
    }
    guard file.hasPrefix("output-"), file.hasSuffix(".ts"), let number = Int(file.dropFirst(7).dropLast(3)),
      number >= 0, number < Self.segments(of: session)
    else { return .shelfNotFound }
    let (made, total) = (encoder.segmentsMade(at: now), Self.segments(of: session))
    if encoder.made(at: now, of: total).contains(where: { $0.contains(number) }) {
      let bytes = ShelfFiles.bytes(of: "\(id) \(number)", type: "video/mp2t", in: 0..<48_128)
      return hls(bytes, type: "ts", madeAt: encoder.startedAt)
    }
    if number < encoder.firstSegment || number > made + 10 {
      encoder.restart(at: number, of: total, now: now)
      session.encoder = encoder
      openSessions[id] = session
      emitToAll("stream_reset", ["startTime": .count(number * Int(ShelfEncoder.segment)), "streamId": .string(id)])
    }
    return .shelfNotFound
  }

  private func hls(_ body: Data, type: String, madeAt: Int64) -> HTTPResponse {
    .shelfFile(
      [
        "Accept-Ranges": "bytes", "Cache-Control": "public, max-age=0",
        "Last-Modified": ShelfDate(milliseconds: madeAt).http, "ETag": ShelfHash.entityTag(body),
        "Content-Type": ShelfFiles.contentType("x.\(type)"), "Content-Length": String(body.count),
      ], body: body)
  }

  private static func playlist(_ duration: Double) -> Data {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-ALLOW-CACHE:NO", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    var number = 0
    var left = duration
    while left > 0 {
      lines += [left >= ShelfEncoder.segment ? "#EXTINF:6," : "#EXTINF:\(left),", "output-\(number).ts"]
      number += 1
      left = duration - Double(number) * ShelfEncoder.segment
    }
    return Data((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
  }
}

// MARK: Events

extension ShelfState {
  /// The number of segments after which the real server sends `stream_open`.
  private static let playable = 7
  private static let reportInterval: Int64 = 2000

  /// The earliest time at which one of the user's transcodes becomes playable or complete; nil if the user has no transcode, or if all are
  /// complete.
  func nextStreamReport(of user: String) -> Int64? {
    openSessions.values.filter { $0.userID == user }.compactMap { session in
      guard let encoder = session.encoder, !encoder.isReady else { return nil }
      let total = Self.segments(of: session)
      let open = encoder.isOpen ? .max : encoder.time(ofSegments: min(Self.playable, total - encoder.firstSegment))
      let ready = encoder.time(ofSegments: total - encoder.firstSegment)
      return min(open, ready, encoder.reportedAt + Self.reportInterval)
    }.min()
  }

  private static func segments(of session: ShelfSession) -> Int {
    Int((session.duration / ShelfEncoder.segment).rounded(.up))
  }

  /// Sends the due events about transcodes. If several reports about the progress of a transcode are due, sends only one.
  mutating func reportStreams() {
    for var session in openSessionsInOrder {
      guard var encoder = session.encoder, !encoder.isReady else { continue }
      let total = Self.segments(of: session)
      let made = min(total, encoder.segmentsMade(at: now))
      if !encoder.isOpen, made >= min(total, encoder.firstSegment + Self.playable) {
        encoder.isOpen = true
        emit("stream_open", Self.opened(session), to: session.userID)
      }
      encoder.isReady = made >= total
      let interval = Self.reportInterval
      if encoder.isReady || now - encoder.reportedAt >= interval {
        encoder.reportedAt += (now - encoder.reportedAt) / interval * interval
        let report = Self.progress(session.id, encoder.made(at: now, of: total), of: total)
        emit("stream_progress", report, to: session.userID)
      }
      if encoder.isReady { emit("stream_ready", nil, to: session.userID) }
      session.encoder = encoder
      openSessions[session.id] = session
    }
  }

  private static func opened(_ session: ShelfSession) -> JSONValue {
    [
      "id": .string(session.id), "userId": .string(session.userID), "startTime": .number(session.startTime),
      "clientPlaylistUri": .string("/hls/\(session.id)/output.m3u8"), "isTranscodeComplete": false,
    ]
  }

  private static func progress(_ id: String, _ runs: [Range<Int>], of total: Int) -> JSONValue {
    let made = runs.reduce(0) { $0 + $1.count }
    // Consecutive segments are a text such as `0-9`, and a single segment is a number.
    let chunks: [JSONValue] = runs.map { run in
      run.count > 1 ? .string("\(run.lowerBound)-\(run.upperBound - 1)") : .count(run.lowerBound)
    }
    let percent = total > 0 ? Double(made) / Double(total) * 100 : 0
    return [
      "stream": .string(id), "percent": .string(String(format: "%.2f%%", percent)), "chunks": .array(chunks),
      "numSegments": .count(total),
    ]
  }
}
