import MediaCore
import MediaTesting
import Panels

/// One process of a device's app, from its launch until it is killed.
///
/// A killed process does nothing more, but the tasks of the one in this program go on. They find the network and the disk closed.
final class Launch: Sendable {
  private struct State {
    var isRunning = true
    /// The bytes that the process can still write; nil for any number.
    var bytesLeft: Int?
    var attempts: [OperationID: Int] = [:]
    var causes: [OperationID: String] = [:]
    var tokens: [ObservationToken] = []
  }

  let device: String
  private let shared: Locked<NetworkFaults>
  private let state = Locked(State())

  /// - Parameter conditions: those of the device, which outlast its launches.
  init(device: String, conditions: Locked<NetworkFaults>) {
    self.device = device
    shared = conditions
  }

  var conditions: NetworkFaults { shared.withLock { $0 } }
  var isRunning: Bool { state.withLock { $0.isRunning } }

  func kill() { state.withLock { $0.isRunning = false } }

  /// Ends the process in the midst of a write, after this many more bytes.
  func die(afterWriting bytes: Int) { state.withLock { $0.bytesLeft = bytes } }

  /// The number of bytes that reach the disk; nil when the process is not running any more.
  func write(_ count: Int) -> Int? {
    state.withLock { state in
      guard state.isRunning else { return nil }
      guard let left = state.bytesLeft else { return count }
      state.bytesLeft = max(0, left - count)
      if left < count { state.isRunning = false }
      return min(left, count)
    }
  }

  // MARK: Where a request comes from

  func note(_ event: ClientEvent) {
    state.withLock { state in
      switch event {
      case .started(let operation): state.attempts[operation] = 1
      case .retrying(let operation, let attempt, _): state.attempts[operation] = attempt + 1
      default: break
      }
    }
  }

  func note(_ entry: EventLog.Entry) {
    guard let operation = entry.message.split(separator: " ").first else { return }
    let file = entry.file.split(separator: "/").last?.split(separator: ".").first ?? ""
    state.withLock { $0.causes[OperationID(String(operation))] = "\(file).\(entry.function)" }
  }

  /// Keeps an observation for as long as the launch.
  func keep(_ token: ObservationToken) { state.withLock { $0.tokens.append(token) } }

  func origin(of operation: OperationID) -> (attempt: Int, cause: String) {
    state.withLock { (attempt: $0.attempts[operation] ?? 1, cause: $0.causes[operation] ?? "") }
  }
}
