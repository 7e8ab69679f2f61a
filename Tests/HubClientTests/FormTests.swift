import Foundation
import HubClient
import MediaCore
import Testing

@Suite("Lengths, dates and small helpers")
struct FormTests {
  @Test(
    "a length on the wire is so many seconds",
    arguments: [
      ("00:04:13", 253.0), ("01:02:03", 3723), ("1.12:00:00", 129_600), ("00:00:10.5000000", 10.5), ("00:00:00", 0),
      ("10:00:00", 36_000), ("-00:00:05", -5), ("23:59:59.9999999", 86_399.9999999),
      ("10675199.02:48:05", 922_337_203_685),
      ("00:00:00.0000001", 1e-7), ("-1.00:00:00.5000000", -86_400.5),
    ])
  func lengths(_ text: String, _ seconds: Double) {
    #expect(VideoLength(text)?.seconds == seconds)
    #expect(VideoLength(text)?.wireText == text)
  }

  @Test(
    "what is no length is none",
    arguments: [
      "", "4:13", "04:13", "PT4M13S", "1.12", "1.24:00:00", "00:60:00", "00:00:60", "00:00:10.", "aa:bb:cc", "1:02:03",
      "00:04:13 ", "00::13", "12345678.00:00:00", "00:00:10,5", "٠٠:٠٤:١٣", "--00:00:01", "00:00:01:00",
    ])
  func noLengths(_ text: String) { #expect(VideoLength(text) == nil) }

  @Test(
    "a length for people",
    arguments: [
      (253.0, "4:13"), (3723, "1:02:03"), (129_600, "36:00:00"), (0, "0:00"), (10.5, "0:10"), (59.999, "0:59"),
      (-5, "-0:05"),
    ])
  func lengthTexts(_ seconds: Double, _ text: String) throws {
    #expect(try VideoLength(seconds: seconds).orThrow().text == text)
  }

  @Test("an infinite length is none")
  func infinite() {
    #expect(VideoLength(seconds: .infinity) == nil && VideoLength(seconds: .nan) == nil)
    #expect(VideoLength(seconds: 1e15) == nil)
  }

  @Test(
    "a date is read in every spelling and written as the server does",
    arguments: [
      ("2025-12-06T10:30:00+00:00", "2025-12-06T10:30:00+00:00"), ("2025-12-06T10:30:00Z", "2025-12-06T10:30:00+00:00"),
      ("2025-12-06T12:00:00.5+00:00", "2025-12-06T12:00:00.5+00:00"),
      ("2025-12-06T12:00:00.12+00:00", "2025-12-06T12:00:00.12+00:00"),
      ("2025-12-06T12:00:00.123+00:00", "2025-12-06T12:00:00.123+00:00"),
      ("2025-12-06T12:00:00.1234+00:00", "2025-12-06T12:00:00.1234+00:00"),
      ("2025-12-06T12:00:00.12345+00:00", "2025-12-06T12:00:00.12345+00:00"),
      ("2025-12-06T12:00:00.123456+00:00", "2025-12-06T12:00:00.123456+00:00"),
      ("2025-12-06T12:00:00.1234567+00:00", "2025-12-06T12:00:00.1234567+00:00"),
      ("2025-12-06T10:00:00.0000000+00:00", "2025-12-06T10:00:00+00:00"),
      ("2025-12-08T13:30:00+02:00", "2025-12-08T11:30:00+00:00"),
      ("2025-12-08T00:30:00-03:30", "2025-12-08T04:00:00+00:00"),
      ("1969-12-31T23:59:59.9999999+00:00", "1969-12-31T23:59:59.9999999+00:00"),
      ("2024-02-29T00:00:00+00:00", "2024-02-29T00:00:00+00:00"),
    ])
  func dates(_ text: String, _ written: String) throws {
    let date = try WireDate.parse(text).orThrow()
    #expect(HubDate.format(date) == written)
    #expect(WireDate.parse(written) == date)
  }

  @Test("a thousand instants with seven digits come back as they were")
  func sevenDigits() throws {
    for index in 0..<1000 {
      let digits = String(10_000_000 + index * 9973 % 10_000_000).dropFirst()
      let text = "2026-11-22T08:15:42.\(digits)+00:00"
      let date = try WireDate.parse(text).orThrow()
      #expect(WireDate.parse(HubDate.format(date)) == date)
    }
  }

  @Test("what is no instant is none", arguments: ["", "2025-12-06", "yesterday", "2025-13-01T00:00:00Z", "1765000000"])
  func noDates(_ text: String) { #expect(WireDate.parse(text) == nil) }

  @Test(
    "kinds of videos by their length",
    arguments: [
      (nil, VideoKind.unknown), (0.0, .live), (0.5, .short), (59, .short), (59.9, .short), (60, .regular),
      (-1, .unknown),
    ])
  func kinds(_ seconds: Double?, _ kind: VideoKind) {
    var video = Video(videoId: "a")
    video.duration = seconds.flatMap { VideoLength(seconds: $0) }
    #expect(video.kind == kind)
    #expect(video.isShort == (kind == .short))
  }

  @Test("addresses to watch and to see")
  func links() {
    func watch(_ id: String) -> String? { Video(videoId: id).watchURL?.absoluteString }
    #expect(watch("-_edxge0001") == "https://www.youtube.com/watch?v=-_edxge0001")
    #expect(watch("a/b&c=d") == "https://www.youtube.com/watch?v=a%2Fb%26c%3Dd")
    #expect(watch("") == nil)
    let thumbnail = "https://i.ytimg.com/vi/abc/hqdefault.jpg"
    #expect(Video(videoId: "abc").thumbnailURL?.absoluteString == thumbnail)
    var video = Video(videoId: "abc")
    video.thumbnailUrl = "javascript:alert(1)"
    #expect(video.thumbnailURL?.absoluteString == thumbnail)
    video.thumbnailUrl = "https://x.test/a.jpg"
    #expect(video.thumbnailURL?.host == "x.test")
    #expect(Video(videoId: "abc").watchURL?.query == "v=abc")
  }

  @Test(
    "the shape of a channel id",
    arguments: [
      ("UCaaaaaaaaaaaaaaaaaaaaaa", true), ("UC-_9ccccccccccccccccccc", true), ("UCshort", false), ("", false),
      ("XXaaaaaaaaaaaaaaaaaaaaaa", false), ("UCaaaaaaaaaaaaaaaaaaaaa!", false), ("UCaaaaaaaaaaaaaaaaaaaaa ", false),
      ("ucaaaaaaaaaaaaaaaaaaaaaa", false),
    ])
  func channelIDs(_ id: String, _ isGood: Bool) { #expect(ChannelID.isWellFormed(id) == isGood) }

  @Test("channel ids are trimmed and mentioned once")
  func cleaned() {
    #expect(ChannelID.cleaned([" a ", "b", "a", "", "  ", "b\n", "A"]) == ["a", "b", "A"])
  }

  @Test(
    "limits are brought into what the server takes",
    arguments: [
      (-5, 1), (0, 1), (1, 1), (50, 50), (100, 100), (101, 100), (Int.max, 100), (Int.min, 1),
    ])
  func limits(_ asked: Int, _ sent: Int) { #expect(FeedQuery(limit: asked).limit == sent) }
}
