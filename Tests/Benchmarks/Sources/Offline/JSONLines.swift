import Foundation
import HubClient
import Measure
import MediaCore
import SampleData
import ShelfClient
import TallyKit
import VaultClient

/// Reading and writing JSON with the package's models, beside Foundation's coders on the same models.
struct JSONLines {
  let report: Report

  struct Unequal: Error {}

  func run() async {
    await shelfPage()
    await others()
    await encode()
    await scale()
  }

  /// A service's coder without the bound on values, which no server's answer reaches and the largest samples do.
  private static func coder(_ dates: JSONCoder.DateForm) -> JSONCoder {
    JSONCoder(dates: dates, limits: JSONLimits(values: 1_000_000_000))
  }

  /// Foundation's decoder with the same rule for dates.
  private static func peer(_ dates: JSONCoder.DateForm) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        return Date(timeIntervalSince1970: dates == .seconds ? number : number / 1000)
      }
      if let date = WireDate.parse(try container.decode(String.self)) { return date }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no instant")
    }
    return decoder
  }

  /// The time of the SDK's decoding over that of Foundation's, once both were seen to give the same value.
  private func ratio<Value: Decodable & Equatable>(
    _ type: Value.Type, _ data: Data, _ dates: JSONCoder.DateForm, repeats: Int = 1
  ) async throws -> Double {
    let (coder, peer) = (Self.coder(dates), Self.peer(dates))
    guard try coder.decode(type, from: data) == peer.decode(type, from: data) else { throw Unequal() }
    return try await Rounds.ratio {
      for _ in 0..<repeats { keep(try coder.decode(type, from: data)) }
    } peer: {
      for _ in 0..<repeats { keep(try peer.decode(type, from: data)) }
    }
  }

  private func shelfPage() async {
    guard report.wants("json.decode.shelf-page") else { return }
    for (name, count) in [("1k", 1000), ("10k", 10_000)] {
      let data = ShelfPages.page(items: count)
      await report.line(
        "json.decode.shelf-page.time.\(name)", .atMost(0.20), feel: "a page of the library is there sooner"
      ) {
        report.note("\(data.count / 1000) KB")
        return try await ratio(ShelfPage.self, data, .milliseconds)
      }
      await report.line(
        "json.decode.shelf-page.memory.\(name)", .atMost(0.8), feel: "the app is not ended for its memory"
      ) {
        let ours = try Child.number(for: "json.memory", "ours", "\(count)")
        let peer = try Child.number(for: "json.memory", "peer", "\(count)")
        report.note("\((ours / 1e6).short) and \((peer / 1e6).short) MB")
        return ours / peer
      }
    }
  }

  /// Measures in a child process how much the memory grows while a page is decoded.
  @MainActor
  static func number(_ task: String, _ arguments: [String]) async throws -> Double? {
    guard task == "json.memory", arguments.count == 2, let count = Int(arguments[1]) else { return nil }
    let data = ShelfPages.page(items: count)
    // Decode once with both, so that the runtime's metadata for the models is not measured.
    let small = ShelfPages.page(items: 10)
    keep(try coder(.milliseconds).decode(ShelfPage.self, from: small))
    keep(try peer(.milliseconds).decode(ShelfPage.self, from: small))
    let growth = try await Memory.peakGrowth {
      if arguments[0] == "ours" {
        keep(try coder(.milliseconds).decode(ShelfPage.self, from: data))
      } else {
        keep(try peer(.milliseconds).decode(ShelfPage.self, from: data))
      }
    }
    return Double(growth)
  }

  private func others() async {
    guard report.wants("json.decode.others") else { return }
    await report.line(
      "json.decode.others.tally-guide", .atMost(0.25), feel: "the month of the TV guide is there sooner"
    ) {
      try await ratio(GuideAnswer.self, TallyGuides.guide(rows: 10_000), .iso8601)
    }
    await report.line("json.decode.others.hub-feed", .atMost(0.25), feel: "the feed is there sooner") {
      try await ratio(FeedPage.self, HubFeeds.feed(videos: 100), .iso8601, repeats: 20)
    }
    await report.line("json.decode.others.vault-library", .atMost(0.25), feel: "the film library is there sooner") {
      try await ratio(Watchlist.self, try VaultLibraries.watchlist(titles: 10_000), .iso8601)
    }
  }

  private func encode() async {
    let upload = ListeningSessions.upload(100)
    await report.line(
      "json.encode", .atMost(0.8), feel: "what was heard offline is sent with less battery"
    ) {
      let coder = Self.coder(.milliseconds)
      let peer = JSONEncoder()
      // Sort the keys, as the SDK does: caches and tests need equal bytes for equal values.
      peer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      peer.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(date.milliseconds)
      }
      guard try coder.encode(upload) == peer.encode(upload) else { throw Unequal() }
      return try await Rounds.ratio {
        for _ in 0..<10 { keep(try coder.encode(upload)) }
      } peer: {
        for _ in 0..<10 { keep(try peer.encode(upload)) }
      }
    }
  }

  private func scale() async {
    await report.scale("json.decode", [1000, 10_000, 100_000]) { count in
      let data = TallyGuides.guide(rows: count)
      return try Clock.processor.time { keep(try Self.coder(.iso8601).decode(GuideAnswer.self, from: data)) }
    }
    await report.scale("json.encode", [1000, 10_000, 100_000]) { count in
      let upload = ListeningSessions.upload(count)
      return try Clock.processor.time { keep(try Self.coder(.milliseconds).encode(upload)) }
    }
  }
}

/// The envelope of the guide.
struct GuideAnswer: Decodable, Equatable {
  let data: Guide
}
