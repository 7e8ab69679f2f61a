import Foundation

/// The place of a server's socket.
enum SocketPlace: Sendable {
  /// Below the server's address, such as `https://host/shelf/socket.io/`.
  case address
  /// At the origin of that address, such as `https://host/socket.io/`: some proxies pass only this one on.
  case origin

  fileprivate var other: SocketPlace { self == .address ? .origin : .address }
}

/// Remembers for each address of a server the place at which its socket was found.
final class SocketPlaces: Sendable {
  private let found = Locked<[URL: SocketPlace]>([:])

  /// Opens a connection at the place that worked last, or at the other one if the answer there came from something else than a socket.
  func open<Connection: Sendable>(
    _ base: URL, _ open: (SocketPlace) async throws(ClientError) -> Connection
  ) async throws(ClientError) -> Connection {
    guard !["", "/"].contains(base.path) else { return try await open(.address) }
    let place = found.withLock { $0[base] } ?? .address
    do throws(ClientError) { return try await open(place) } catch {
      guard error.isOfAnotherPlace else { throw error }
      let connection: Connection
      // If both places fail, throw the error of the first one, which was expected to work.
      do throws(ClientError) { connection = try await open(place.other) } catch let second {
        throw second.isCancellation ? second : error
      }
      found.withLock { $0[base] = place.other }
      return connection
    }
  }

  func forget() { found.withLock { $0 = [:] } }
}

extension ServiceClient {
  var socketPlaces: SocketPlaces { accounts.shared("socket-places", isLasting: true) { SocketPlaces() } }

  /// Forgets where sockets were found, so that the next connection is tried below the server's address first. Call it when a connection
  /// ended before the server had confirmed the sign-in: another program at the same origin may have answered.
  package func forgetSocketPlaces() { socketPlaces.forget() }

  /// The address in use, for a socket.
  func socketBase() async throws(ClientError) -> ServerLocator.Base {
    do throws(ClientError) { return try await locator.located() } catch {
      throw with(error) { $0.operation = .liveOpen }
    }
  }
}

extension ClientError {
  /// Whether something has answered that is not the socket. A server that cannot be reached, or is restarted behind its proxy, is not
  /// asked at another place.
  fileprivate var isOfAnotherPlace: Bool {
    [.notFound, .forbidden, .wrongServer, .undecodable, .unsupported, .invalidRequest, .conflict]
      .contains(kind)
  }
}
