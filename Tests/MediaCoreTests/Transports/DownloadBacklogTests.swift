import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Pieces that wait for their receiver")
struct DownloadBacklogTests {
  @Test("a megabyte waits and no more: a sender that found it full is called when half of it is taken")
  func room() async throws {
    let calls = Locked(0)
    let backlog = DownloadBacklog { calls.withLock { $0 += 1 } }
    backlog.add(.head(HTTPResponse(status: 206)))
    let pieces = (0..<8).map { Data(repeating: UInt8($0), count: 128 << 10) }
    for piece in pieces {
      #expect(!backlog.isFull())
      backlog.add(.bytes(piece))
    }
    #expect(backlog.isFull() && backlog.waitingBytes == 1 << 20)
    let received = Locked<(head: HTTPResponse?, bytes: Data, callsAtHalf: Int?)>((nil, Data(), nil))
    backlog.finish()
    try await backlog.receive { piece in
      received.withLock { received in
        switch piece {
        case .head(let head): received.head = received.bytes.isEmpty ? head : nil
        case .bytes(let bytes):
          // Note how many calls it took to receive the first half.
          if received.bytes.count < 512 << 10 { received.callsAtHalf = calls.withLock { $0 } }
          received.bytes += bytes
        }
      }
    }
    #expect(received.withLock { $0.head } == HTTPResponse(status: 206))
    #expect(received.withLock { $0.bytes } == pieces.reduce(Data(), +))
    #expect(received.withLock { $0.callsAtHalf } == 0 && calls.withLock { $0 } == 1)
  }

  @Test("small pieces that wait are handed over together, and an error only behind them")
  func smallPieces() async throws {
    struct Broken: Error {}
    let backlog = DownloadBacklog()
    for number in 0..<1000 { backlog.add(.bytes(Data(repeating: UInt8(number % 251), count: 1000))) }
    backlog.finish(throwing: Broken())
    let pieces = Locked<[Int]>([])
    await #expect(throws: Broken.self) {
      try await backlog.receive { piece in
        if case .bytes(let bytes) = piece { pieces.withLock { $0.append(bytes.count) } }
      }
    }
    #expect(pieces.withLock { $0.reduce(0, +) } == 1_000_000)
    #expect(pieces.withLock { $0.count } == 8)
  }

  @Test("a sender that waits on its thread and a receiver, one faster than the other in turns, lose and swap nothing")
  func twoThreads() async throws {
    let backlog = DownloadBacklog()
    let (pieces, size) = (20_000, 4096)
    DispatchQueue.global().async {
      for number in 0..<pieces { backlog.addAndWait(.bytes(Data(repeating: UInt8(number % 251), count: size))) }
      backlog.finish()
    }
    let received = Locked((count: 0, most: 0, isInOrder: true))
    try await backlog.receive { piece in
      guard case .bytes(let bytes) = piece else { return }
      received.withLock { received in
        for offset in stride(from: 0, to: bytes.count, by: size)
        where bytes[bytes.startIndex + offset] != UInt8((received.count + offset) / size % 251) {
          received.isInOrder = false
        }
        received.count += bytes.count
        received.most = max(received.most, backlog.waitingBytes)
      }
    }
    #expect(received.withLock { $0.count } == pieces * size)
    #expect(received.withLock { $0.isInOrder })
    #expect(received.withLock { $0.most } <= DownloadBacklog.limit + size)
  }

  @Test("a receiver that waits for a piece ends when it is cancelled")
  func cancelledReceiver() async throws {
    let backlog = DownloadBacklog()
    let (calls, call) = AsyncStream<Void>.makeStream()
    backlog.add(.bytes(Data(count: 1)))
    let receiver = Task { try await backlog.receive { _ in call.yield() } }
    for await _ in calls { break }
    receiver.cancel()
    try await receiver.value
    #expect(!backlog.isFull())
  }

  @Test("pieces that come after their receiver has gone are let go, and nobody waits for it")
  func withoutReceiver() async throws {
    struct Full: Error {}
    let backlog = DownloadBacklog()
    backlog.add(.bytes(Data(count: 8 << 20)))
    await #expect(throws: Full.self) { try await backlog.receive { _ in throw Full() } }
    backlog.addAndWait(.bytes(Data(count: 8 << 20)))
    #expect(!backlog.isFull())
  }
}
