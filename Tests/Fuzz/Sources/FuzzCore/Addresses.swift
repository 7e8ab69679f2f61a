import Foundation
import Harness

@testable import MediaCore

let addressParsers = [
  Parser("address") { input in
    guard let address = try? ServerAddress(input.text) else { return }
    let again = try? ServerAddress(address.description)
    expect(again == address, "\(address) is read as \(String(describing: again))")
    for scheme in [ServerAddress.Scheme.http, .https] {
      let url = address.url(scheme)
      expect(url?.host != nil && url?.scheme == scheme.rawValue, "\(address) is no URL")
      if let url, let verified = ServerAddress(verified: url) {
        expect(
          verified.host == address.host && verified.path == address.path, "\(address) is \(verified) when it was found")
        expect(verified.isPrivate == address.isPrivate, "\(address) is private or not")
      }
    }
    expect(!address.description.contains("@"), "\(address) holds a user")
  },
  Parser("callback") { input in
    guard let parts = CallbackParts(input.text) else { return }
    expect(CallbackAddress(parts.address.description) == parts.address, "\(parts.address) is read as another address")
  },
  Parser("link") { input in
    guard let link = ConnectionLink(input.text) else { return }
    expect(ConnectionLink(link.text) == link, "a link is read as another one: \(link.text)")
    expect((try? link.options()) != nil, "headers of a link are refused")
  },
  Parser("jwt") { input in
    guard let hint = JWTHint(Secret(input.text)) else { return }
    for date in [hint.expiresAt, hint.issuedAt].compactMap(\.self) {
      expect((946_684_800...4_102_444_800).contains(date.timeIntervalSince1970), "\(date) of a token")
    }
  },
  Parser("version") { input in
    guard let version = ServerVersion(input.text) else { return }
    expect(ServerVersion(version.description) == version, "\(version) is read as another version")
  },
]
