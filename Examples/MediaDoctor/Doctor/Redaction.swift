import Foundation
import MediaCore

/// Takes out of texts what must not be in a report.
struct Redaction: Sendable {
  private let secrets: [String]

  /// - Parameter secrets: a password, a name, a hidden host; short ones are left out, they would hit words by chance.
  init(_ secrets: [String?]) {
    self.secrets = secrets.compactMap { $0 }.filter { $0.count >= 3 }.sorted { $0.count > $1.count }
  }

  /// The text in one line, shortened, and without control characters, which could rewrite a terminal.
  func applied(to text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let category = scalar.properties.generalCategory
          return [.control, .format, .lineSeparator, .paragraphSeparator].contains(category) ? " " : scalar
        }))
    let clean = secrets.reduce(line) { $0.replacingOccurrences(of: $1, with: "•••", options: .caseInsensitive) }
    return clean.count > 300 ? "\(clean.prefix(300))…" : clean
  }

  func applied(to finding: Finding) -> Finding {
    Finding(finding.check, finding.state, applied(to: finding.text))
  }
}

extension ServerAddress {
  /// The address for a report: a host that others can reach is nobody's business, and a path can be a secret one.
  func shown(openly: Bool, scheme: Scheme?) -> String {
    let prefix = (scheme ?? self.scheme).map { "\($0.rawValue)://" } ?? ""
    let port = port.map { ":\($0)" } ?? ""
    if openly || isPrivate { return "\(prefix)\(host)\(port)\(path)" }
    return "\(prefix)•••\(port)\(path.isEmpty ? "" : "/•••")"
  }
}
