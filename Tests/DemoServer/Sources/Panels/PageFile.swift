public import Foundation

/// A file of a page, as a web server answers it.
public struct PageFile: Sendable {
  public let body: Data
  public let fields: [(name: String, value: String)]

  /// Reads `Page/<name>` from the bundle of a page's own files.
  public init(_ name: String, in bundle: Bundle) throws {
    guard let url = bundle.url(forResource: "Page/\(name)", withExtension: nil) else {
      throw MissingFile(description: "\(name) is missing beside the program")
    }
    let types = ["html": "text/html", "css": "text/css", "js": "text/javascript"]
    body = try Data(contentsOf: url)
    fields = [
      ("Content-Type", "\(types[url.pathExtension] ?? "text/plain"); charset=utf-8"),
      ("Cache-Control", "no-store"),
      ("Content-Security-Policy", "default-src 'self'"),
    ]
  }

  /// The files that all pages share: `style.css`, and `panels.js`, which draws panels.
  public static func shared(_ name: String) throws -> PageFile { try PageFile(name, in: .module) }

  private struct MissingFile: Error, CustomStringConvertible {
    let description: String
  }
}

/// Whether `host` names this machine. A website can have its own name resolved to this machine's address: then a browser lets the website
/// read the answers, but `Host` holds the website's name.
public func isLoopback(host: String?) -> Bool {
  let name = host?.split(separator: ":").first
  return name == "127.0.0.1" || name == "localhost"
}

/// Whether a request comes from the page itself. Any website in the same browser can send requests to this machine; its `Origin` is another.
public func isOwnPage(host: String?, origin: String?) -> Bool {
  guard let host, let origin else { return false }
  return isLoopback(host: host) && origin == "http://\(host)"
}
