import MediaCore

/// A WebSocket that delivers the given texts and then waits until it is closed. As an app's own WebSocket may, it ignores the cancellation of
/// its task.
package actor QueueChannel: WebSocketChannel {
  private var texts: [String]
  private var waiting: CheckedContinuation<Void, Never>?
  package private(set) var closes = 0
  package var isWaiting: Bool { waiting != nil }
  package private(set) var sent: [String] = []

  package init(_ texts: [String]) { self.texts = texts }

  package func receive() async throws -> String {
    if texts.isEmpty, closes == 0 {
      // If nobody closes it, the test fails by this and does not wait for ever.
      let giveUp = Task {
        try await ContinuousClock().sleep(for: .seconds(600))
        wake()
      }
      await withCheckedContinuation { waiting = $0 }
      giveUp.cancel()
    }
    guard !texts.isEmpty else { throw TransportFailure.unreachable(.connectionLost) }
    return texts.removeFirst()
  }

  package func send(_ text: String) { sent.append(text) }

  package func close() {
    closes += 1
    wake()
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }
}
