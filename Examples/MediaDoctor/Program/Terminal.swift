import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints: the report to the standard output, and progress to the standard error as long as a person watches it.
enum Terminal {
  /// Colors are for terminals that have them, unless the person wants none (https://no-color.org).
  static var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  private static var showsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  static func sayError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Prints one line that the next one replaces.
  static func showProgress(_ check: String) {
    guard showsProgress else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[2K… \(check)".utf8))
  }

  static func clearProgress() {
    guard showsProgress else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[2K".utf8))
  }
}
