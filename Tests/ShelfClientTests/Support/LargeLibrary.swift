import MediaCore
import ShelfTesting

/// A library of ten thousand books, and a transport that counts its requests by whether they were conditional.
enum LargeLibrary {
  static let count = 10_000

  /// The world, built once because that takes a while.
  static let world: ShelfWorld = {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Everything")
    for number in 0..<count {
      let digits = String(number)
      world.addBook(
        in: library, title: "Book " + String(repeating: "0", count: 5 - digits.count) + digits, authors: ["Ada Writer"],
        tracks: [600], hasCover: number % 2 == 0)
    }
    world.addUser("ada", password: "correct horse", type: .root)
    return world
  }()
}

/// Records whether requests were conditional, and their answers.
final class ConditionalRequests: Transport {
  struct Entry: Sendable, Equatable {
    let operation: OperationID
    let isConditional: Bool
    let status: Int
    let bytes: Int
  }

  private let base: any Transport
  private let noted = Locked<[Entry]>([])

  init(_ base: any Transport) { self.base = base }

  func entries(_ operation: OperationID) -> [Entry] { noted.withLock { $0.filter { $0.operation == operation } } }
  var all: [Entry] { noted.withLock { $0 } }
  func clear() { noted.withLock { $0 = [] } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await base.send(request)
    noted.withLock {
      $0.append(
        Entry(
          operation: request.operation, isConditional: request.fields["If-None-Match"] != nil, status: response.status,
          bytes: response.body.count))
    }
    return response
  }
}
