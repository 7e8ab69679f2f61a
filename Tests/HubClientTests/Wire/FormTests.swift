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

  private static let october15 = 1_728_950_400.0

  @Test(
    "kinds of videos by their length and day: Shorts have up to three minutes, and below one before 15 October 2024",
    arguments: [
      (nil, nil, VideoKind.unknown), (0.0, nil, .live), (0.5, nil, .short), (59.9, nil, .short), (60, nil, .short),
      (61, nil, .short), (150, october15, .short), (180, october15 + 1, .short), (180.1, october15, .regular),
      (181, nil, .regular), (60, october15 - 1, .regular), (150, october15 - 1, .regular), (59, october15 - 1, .short),
      (0, october15 - 1, .live), (-1, nil, .unknown),
    ] as [(Double?, Double?, VideoKind)])
  func kinds(_ seconds: Double?, _ published: Double?, _ kind: VideoKind) {
    var video = Video("a", at: published)
    video.duration = seconds.flatMap { VideoLength(seconds: $0) }
    #expect(video.kind == kind)
    #expect(video.isShort == (kind == .short))
  }

  @Test(
    "an app sets its own limit for Shorts",
    arguments: [(60.0, 60.0, true), (60.1, 60, false), (240, 300, true), (30, 0, false), (30, .nan, false)])
  func shortsLimit(_ seconds: Double, _ limit: Double, _ isShort: Bool) throws {
    var video = Video(videoId: "a")
    video.duration = VideoLength(seconds: seconds)
    #expect((video.kind(shortsLimit: limit) == .short) == isShort)
    for shorts in [FeedFilter.Shorts.hide, .only] {
      let filter = FeedFilter(shorts: shorts, shortsLimit: limit)
      #expect(filter.shows(video, status: .unknown, channelTitle: nil) == (isShort == (shorts == .only)))
    }
  }

  @Test("a filter that an earlier version has written has the limit of three minutes")
  func storedFilter() throws {
    let old = #"{"status":"watched","searchText":"x","shorts":"hide","channelId":"UCa"}"#
    let filter = FeedFilter(status: .watched, channelId: "UCa", searchText: "x", shorts: .hide)
    #expect(try JSONDecoder().decode(FeedFilter.self, from: Data(old.utf8)) == filter && filter.shortsLimit == 180)
    let own = FeedFilter(shorts: .only, shortsLimit: 90)
    #expect(try JSONDecoder().decode(FeedFilter.self, from: JSONEncoder().encode(own)) == own)
  }

  @Test(
    "a search finds words whatever their case, accents, width and apostrophes",
    arguments: [
      ("cafe", "Le Café", true), ("CAFÉ", "le cafe", true), ("istanbul", "İstanbul by night", true),
      ("full", "Ｆｕｌｌ movie", true), ("schindler's", "Schindler’s workshop", true), ("schindlers", "Schindler’s", true),
      ("night istanbul", "İstanbul by night", true), ("strasse", "Die Straße", true), ("cafe tea", "Le Café", false),
      ("  ", "anything", true),
    ])
  func search(_ text: String, _ title: String, _ isFound: Bool) {
    var video = Video(videoId: "a")
    video.title = title
    #expect(FeedFilter(searchText: text).shows(video, status: .unknown, channelTitle: nil) == isFound)
    video.title = nil
    #expect(FeedFilter(searchText: text).shows(video, status: .unknown, channelTitle: title) == isFound)
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
    let id = "UCaaaaaaaaaaaaaaaaaaaaaa"
    #expect(ChannelID.cleaned(["\u{200E}\(id)", id, "\u{2066}\(id)\u{2069}", "\u{FEFF}"]) == [id])
  }

  private static let id = "UCaaaaaaaaaaaaaaaaaaaa-_"

  @Test(
    "an id is found in every address that holds it",
    arguments: [
      id, " \(id)\n", "https://www.youtube.com/channel/\(id)", "http://m.youtube.com/channel/\(id)/videos?view=0",
      "youtube.com/channel/\(id)?si=Abc_dEf-123", "https://music.youtube.com/channel/\(id)#top",
      "HTTPS://WWW.YOUTUBE.COM/CHANNEL/\(id)/", "https://studio.youtube.com/channel/\(id)/videos/upload",
      "https://www.youtube.com/feeds/videos.xml?channel_id=\(id)", "youtube.com/feeds/videos.xml?x=1&channel_id=\(id)",
      "https://www.youtube.com/feeds/videos.xml?playlist_id=UU\(id.dropFirst(2))",
      "https://www.youtube.com/playlist?list=UU\(id.dropFirst(2))",
      "https://www.youtube.com/playlist?list=UULF\(id.dropFirst(2))",
      "https://www.youtube.com/embed/live_stream?channel=\(id)", "vnd.youtube://www.youtube.com/channel/\(id)",
      "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fchannel%2F\(id)%3Fcbrd%3D1&gl=DE",
      "https://www.youtube.com/redirect?q=https%253A%252F%252Fyoutube.com%252Fchannel%252F\(id)",
      "Look at this: <https://www.youtube.com/channel/\(id)>!", "https://invidious.example/channel/\(id)",
    ])
  func found(_ text: String) {
    #expect(ChannelID.found(in: text) == Self.id)
    for mark in ["\u{200E}", "\u{200F}", "\u{200B}", "\u{FEFF}", "\u{2060}", "\u{AD}", "\u{2066}", "\u{FE0F}", "\u{0}"]
    {
      #expect(ChannelID.found(in: mark + text + mark) == Self.id)
      #expect(ChannelID.found(in: text.replacingOccurrences(of: "aaa", with: "a\(mark)aa")) == Self.id)
    }
    #expect(ChannelID.found(in: "\u{A0}\(text)\u{3000}") == Self.id)
  }

  @Test(
    "no id is found where none is meant",
    arguments: [
      "https://www.youtube.com/watch?v=wkshopPlane&pp=\(id)", "https://youtu.be/wkshopPlane?si=\(id)", "\(id)x",
      "x\(id)", "https://www.youtube.com/playlist?list=PL\(id.dropFirst(2))", "UU\(id.dropFirst(2))", "",
    ])
  func notFound(_ text: String) { #expect(ChannelID.found(in: text) == nil) }

  @Test(
    "limits are brought into what the server takes",
    arguments: [
      (-5, 1), (0, 1), (1, 1), (50, 50), (100, 100), (101, 100), (Int.max, 100), (Int.min, 1),
    ])
  func limits(_ asked: Int, _ sent: Int) { #expect(FeedQuery(limit: asked).limit == sent) }
}
