import Foundation
public import Harness

@testable import HubClient
@testable import MediaCore
@testable import ShelfClient
@testable import TallyKit
@testable import VaultClient

/// The entry point, under the name that SwiftPM gives it: `main` itself is libFuzzer's.
@_cdecl("FuzzServices_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
  fuzz(parsers, count, arguments)
}

private let parsers = [
  Parser("hub", isJSON: true) { read($0.data, as: hubModels, by: .hub) },
  Parser("shelf", isJSON: true) { read($0.data, as: shelfModels, by: .shelf) },
  Parser("tally", isJSON: true) { read($0.data, as: tallyModels, by: .tally) },
  Parser("vault", isJSON: true) { read($0.data, as: vaultModels, by: .vault) },
  // The first line is the event's name.
  Parser("event") { input in
    let texts = input.lines(2)
    guard let body = try? JSONValue(parsing: texts[1]) else { return }
    _ = try? LiveEvent(texts[0], [body])
  },
  Parser("length") { input in
    if let length = VideoLength(input.text) {
      let again = VideoLength(length.wireText)
      expect(again?.wireText == length.wireText, "\(length.wireText) is read as \(again?.wireText ?? "nothing")")
      _ = length.text
    }
    guard let date = WireDate.parse(input.text) else { return }
    let written = HubDate.format(date)
    expect(written.isEmpty || WireDate.parse(written) == date, "\(date.timeIntervalSince1970) is written as \(written)")
  },
  Parser("channel") { input in
    let address = ChannelAddress(input.text)
    if let id = address.id { expect(ChannelAddress(id) == address, "\(id) is read as another channel") }
    if let user = HubUserID(input.text) { expect(!user.digest.contains(input.text), "the digest shows an id") }
  },
  Parser("auth0") { input in
    let texts = input.lines(2)
    if case .code(let code)? = try? SignInCallback(query: texts[1], state: "s") {
      expect(!code.isEmpty && code.utf8.count <= 2048, "a code of \(code.utf8.count) bytes")
    }
    guard let page = try? AuthorizePage(texts[0]) else { return }
    guard let url = try? page.url() else { return }
    let again = try? AuthorizePage(url.absoluteString)
    expect(again?.callback == page.callback && again?.host == page.host, "\(url) is another page")
    expect(url.host?.lowercased() == page.host, "\(url) has another host than \(page.host)")
  },
  Parser("openid") { input in
    guard let url = URL(string: input.text) else { return }
    for value in LiveOpenIDAPI.query(of: url).values { _ = value.count }
  },
  Parser("range") { input in
    let texts = input.lines(4)
    let response = HTTPResponse(
      status: 206,
      fields: ["Content-Range": texts[0], "ETag": texts[1], "Content-Type": texts[2], "Content-Length": texts[3]])
    guard let head = try? FileHead(response, operation: .shelfDownloadsReceive), let range = head.range else { return }
    expect(!range.isEmpty && range.lowerBound >= 0, "a range of \(range)")
    if let size = head.size { expect(range.upperBound <= size, "\(range) of \(size) bytes") }
  },
]
