import Foundation

/// Memory in use by this process, in bytes; 0 where the system does not say. Of use to a test that runs alone.
package func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
}
