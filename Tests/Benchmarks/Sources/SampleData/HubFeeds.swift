public import Foundation

/// Feeds as a MeTube Hub sends them.
public enum HubFeeds {
  public static func feed(videos count: Int) -> Data {
    var words = Words(seed: 4)
    let videos = (0..<count).map { index -> String in
      let id = "vid\(10_000_000 + index)"
      let (minute, second) = (10 + words.number(50), 10 + words.number(50))
      return #"""
        {"videoId":"\#(id)","channelId":"UC\#(words.uuid().prefix(22))",\#
        "publishedAt":"\#(words.day(from: 2020, years: 6))T07:\#(minute):\#(second).1234567+00:00",\#
        "title":"\#(words.title()): \"\#(words.title())\"","description":"\#(words.sentence(words: 40))\nMore…",\#
        "thumbnailUrl":"https:\/\/i.ytimg.com\/vi\/\#(id)\/hqdefault.jpg","duration":"00:\#(minute):\#(second)"}
        """#
    }
    return Data(
      #"{"videos":[\#(videos.joined(separator: ","))],"nextCursor":"2020-01-01T07:00:00.0000000+00:00","nextPageToken":null}"#
        .utf8)
  }
}
