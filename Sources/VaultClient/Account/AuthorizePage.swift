import Foundation
import MediaCore

/// The address of Auth0's page, which the server writes with raw blanks: parsed, and written again correctly encoded.
struct AuthorizePage: Sendable {
  /// `https://tenant.example/authorize`
  private let base: String
  let host: String
  private var items: [(name: String, value: String)]

  /// - Throws: `wrongServer` for anything but an https address with a host.
  init(_ text: String) throws(ClientError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count <= 8192, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C }),
      !text.contains("#")
    else { throw Self.failure }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let address = CallbackAddress(parts[0]), address.scheme == "https" else { throw Self.failure }
    base = parts[0].replacingOccurrences(of: " ", with: "%20")
    host = address.host
    items = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
      let (name, value) = pair.splitAtEquals
      return (name.removingPercentEncoding ?? name, value.removingPercentEncoding ?? value)
    }
  }

  private static let failure = ClientError(.wrongServer, operation: .vaultAccountSignInPage, detail: "authURL")

  subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set {
      items.removeAll { $0.name == name }
      if let newValue { items.append((name, newValue)) }
    }
  }

  /// The address that Auth0 will redirect to.
  var callback: CallbackAddress? { self["redirect_uri"].flatMap(CallbackAddress.init) }

  func url() throws(ClientError) -> URL {
    let query = items.map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }.joined(separator: "&")
    guard let url = URL(string: items.isEmpty ? base : base + "?" + query) else { throw Self.failure }
    return url
  }
}

extension StringProtocol {
  /// The parts before and after the first `=`.
  var splitAtEquals: (name: String, value: String) {
    let parts = split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
  }
}

extension String {
  /// The text with everything but letters, digits and `-._~` percent-encoded.
  var formEncoded: String {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
