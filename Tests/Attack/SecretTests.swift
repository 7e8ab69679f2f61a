import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

extension Attacks {
  @Suite("Secrets that a server gives back", .serialized)
  struct SecretTests {
    /// Statuses on which clients act differently.
    private static let statuses = [400, 401, 403, 404, 409, 422, 429, 500]

    struct Case: Sendable {
      let encoding: Encodings.Encoding
      let place: EchoPlace
      let status: Int
    }

    private static let cases = EchoPlace.allCases.flatMap { place in
      Encodings.all.enumerated().flatMap { index, encoding in
        // Large answers take time and differ only in size: try one status each.
        (place == .large ? [statuses[index % statuses.count]] : statuses).map {
          Case(encoding: encoding, place: place, status: $0)
        }
      }
    }

    @Test(
      "no form of one comes out in errors, the log, files, names of files or addresses",
      arguments: try await AttackedCall.all())
    func secrets(attacked: AttackedCall) async throws {
      var files = MemoryFileSystem()
      var world = World(attacked.service, files: files)
      var launch = try await world.signedIn()
      // Start at another case for each call, so that small samples together cover more cases.
      let first = attacked.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % Self.cases.count }
      for item in attacked.sample(of: Array(Self.cases[first...] + Self.cases[..<first])) {
        let call = try #require(launch.calls.first { $0.name == attacked.name })
        let known = try await launch.secrets()
        // The server can only send back a secret that the request contains.
        let isEchoed = Locked(false)
        world.echo.start { request, answer in
          guard let secret = known.last(where: request.holds) else { return answer }
          isEchoed.withLock { $0 = true }
          return item.place.answer(item.encoding.encode(secret), status: item.status, original: answer)
        }
        var texts: [String] = []
        do { try await call.run(Arguments()) } catch {
          let client = typed(error)
          #expect(client != nil, "\(attacked): \(error)")
          texts += Self.texts(of: error) + [client?.text(.english) ?? ""]
        }
        do { try await launch.signIn() } catch { texts += Self.texts(of: error) }
        await launch.settle()
        world.echo.start { $1 }
        texts += [launch.client.log.copyAll()]
        // A successful answer's members are content, which the app may store.
        texts += item.place == .keysOfSuccess ? [] : files.contents.map { $0 + String(decoding: $1, as: UTF8.self) }
        #expect(launch.client.log.entries.allSatisfy { $0.message.utf8.count <= 2048 })
        let search = Encodings.search(for: known)
        #expect(
          search(texts) == [],
          "\(attacked): \(item.place) \(item.status) \(item.encoding.name): \(texts.first { !search([$0]).isEmpty }?.prefix(600) ?? "")"
        )
        if item.status == 401 { #expect(search(Self.texts(of: launch.client)) == []) }
        launch.client.log.clear()
        do { try await launch.signIn() } catch {
          // If the password was changed and not changed back, go on with a new server.
          #expect(attacked.name.hasPrefix("account"), "\(attacked): \(error)")
          files = MemoryFileSystem()
          world = World(attacked.service, files: files)
          launch = try await world.signedIn()
        }
      }
    }

    private static func texts(of value: Any) -> [String] {
      var dumped = ""
      dump(value, to: &dumped)
      return ["\(value)", String(reflecting: value), dumped, (value as? any Error)?.localizedDescription ?? ""]
    }
  }
}

extension HTTPRequest {
  /// Whether the request carries a secret, in a header, the body or the path.
  fileprivate func holds(_ secret: String) -> Bool {
    let body = String(decoding: body ?? Data(), as: UTF8.self)
    return ([body, url.absoluteString] + fields.entries.map(\.value)).contains { $0.contains(secret) }
  }
}
