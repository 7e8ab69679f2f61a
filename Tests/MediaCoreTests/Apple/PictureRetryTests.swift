import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Pictures while the network is away")
struct PictureRetryTests {
  private let network = ManualNetwork(nil)
  private let attempts = Counter()

  private func error(_ kind: ClientError.Kind) -> ClientError { ClientError(kind, operation: "pictures.load") }

  @Test("a picture that found no network loads when the network returns, and not while the network is still away")
  func returning() async throws {
    let loading = Task {
      await PictureRetry.load(over: network) {
        attempts.add()
        if attempts.value < 3 { throw error(.unreachable) }
        return Data("picture".utf8)
      }
    }
    await attempts.reached(1)
    network.set(nil)
    for _ in 0..<20 { await Task.detached {}.value }
    #expect(attempts.value == 1)
    network.set(NetworkPath())
    await attempts.reached(2)
    network.set(NetworkPath(isExpensive: true))
    #expect(await loading.value == Data("picture".utf8))
    #expect(attempts.value == 3)
  }

  @Test("a network that returns during an attempt is not missed")
  func during() async throws {
    let data = await PictureRetry.load(over: network) {
      attempts.add()
      guard attempts.value == 1 else { return Data("picture".utf8) }
      network.set(NetworkPath())
      throw error(.timedOut)
    }
    #expect(data == Data("picture".utf8))
  }

  @Test(
    "a failure that no network changes ends the attempts",
    arguments: [ClientError.Kind.notFound, .invalidRequest, .undecodable, .cancelled])
  func final(kind: ClientError.Kind) async throws {
    let data = await PictureRetry.load(over: network) {
      attempts.add()
      // A second attempt has to end: it would bring the network back for ever.
      guard attempts.value == 1 else { return Data("picture".utf8) }
      network.set(NetworkPath())
      throw error(kind)
    }
    #expect(data == nil)
    #expect(attempts.value == 1)
  }

  @Test("a view that has no picture waits for none, and a view that is gone no longer waits")
  func ending() async throws {
    #expect(await PictureRetry.load(over: network) { nil } == nil)
    let gone = Task {
      await PictureRetry.load(over: network) {
        attempts.add()
        throw error(.unreachable)
      }
    }
    await attempts.reached(1)
    gone.cancel()
    #expect(await gone.value == nil)
  }
}
