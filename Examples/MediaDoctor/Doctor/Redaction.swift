import Foundation
import MediaCore

/// Takes out of what a server said what must not be in a report.
///
/// The doctor's own sentences stay as they are: they are the same whatever the password is, and a word that was taken out of one of
/// them would prove a guess.
struct Redaction: Sendable {
  private let secrets: [String]

  /// - Parameter secrets: a password, a name, a hidden host; short ones are left out, they would hit words by chance.
  init(_ secrets: [String?]) {
    self.secrets = secrets.compactMap { $0 }.filter { $0.count >= 3 }.sorted { $0.count > $1.count }
  }

  /// The text in one line, shortened, and without control characters, which could rewrite a terminal. Secrets are taken out of the
  /// parts that are marked as the server's.
  func applied(to text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let category = scalar.properties.generalCategory
          return [.control, .format, .lineSeparator, .paragraphSeparator].contains(category) ? " " : scalar
        }))
    let parts = line.split(separator: ServerText.mark, omittingEmptySubsequences: false)
    let clean = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : cleaned($0.element) }
      .joined()
    return clean.count > 300 ? "\(clean.prefix(300))…" : clean
  }

  private func cleaned(_ text: Substring) -> String {
    secrets.reduce(String(text)) { $0.replacingOccurrences(of: $1, with: "•••", options: .caseInsensitive) }
  }

  func applied(to finding: Finding) -> Finding {
    Finding(finding.check, finding.state, applied(to: finding.text))
  }
}

/// Words of a server within a sentence of the doctor.
enum ServerText {
  /// A character that no alphabet has.
  static let mark: Character = "\u{E000}"

  /// The words between two marks, for ``Redaction``.
  static func marked(_ words: String) -> String { "\(mark)\(words.filter { $0 != mark })\(mark)" }
}

extension ServerAddress {
  /// The address for a report, without a host that others can reach and without a path, which can be a secret one.
  func shown(openly: Bool, scheme: Scheme?) -> String {
    let prefix = (scheme ?? self.scheme).map { "\($0.rawValue)://" } ?? ""
    let port = port.map { ":\($0)" } ?? ""
    if openly || isPrivate { return "\(prefix)\(host)\(port)\(path)" }
    return "\(prefix)•••\(port)\(path.isEmpty ? "" : "/•••")"
  }
}
