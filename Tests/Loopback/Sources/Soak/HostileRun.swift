import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver

/// Runs that can end the process or fill its memory, for a parent that looks on: `soak hostile TRANSPORT FROM TO`,
/// `soak memory TRANSPORT gzip|endless|redirect`, `soak cuts TRANSPORT`, `soak folded TRANSPORT` and `soak cancel TRANSPORT REQUESTS`. The transports are
/// `default`, `session` and `async`.
enum HostileRun {
  private static func transport(_ name: String) throws -> any Transport {
    switch name {
    case "async": try AsyncHTTPServerTransport()
    case "session": URLSessionTransport()
    default: DefaultTransport()
    }
  }

  /// Prints the number of each answer before it is asked for.
  static func hostile(_ name: String, from: Int, to: Int) async throws {
    let server = try await HostileServer.start(keeps: false) { request in
      Int(request.path.dropFirst()).map(HostileAnswers.steps) ?? [.answer(200, [], "{}"), .close]
    }
    let transport = try transport(name)
    var outcomes: [String: Int] = [:]
    for seed in from..<to {
      FileHandle.standardOutput.write(Data("seed \(seed)\n".utf8))
      var request = HTTPRequest(url: server.url("/\(seed)"), operation: OperationID("hostile"), timeout: .seconds(5))
      request.maximumResponseBytes = 1 << 20
      do {
        let response = try await transport.send(request)
        if response.body.count > request.maximumResponseBytes { exit(3) }
        outcomes["answer", default: 0] += 1
      } catch let failure as TransportFailure {
        outcomes["\(failure)", default: 0] += 1
      } catch {
        print("no failure of a transport: \(error)")
        exit(4)
      }
    }
    print(outcomes.sorted { $0.key < $1.key })
    exit(0)
  }

  /// Refuses a gigabyte at 16 MB, and prints the highest resident size meanwhile. With `limit` in MB it fails beyond it.
  static func memory(_ name: String, _ kind: String, limit: Int?) async throws {
    let bomb = GzipBomb.bytes(megabytes: 1024)
    let block = [UInt8](repeating: 0x20, count: 256 << 10)
    let server = try await HostileServer.start { _ in
      switch kind {
      case "gzip": [.answer(200, [("Content-Encoding", "gzip")], body: bomb)]
      case "redirect":
        [.bytes(HostileServer.Step.head(302, [("Location", "/next")])), .stream(block, times: 4096), .close]
      default: [.bytes(HostileServer.Step.head(200, [])), .stream(block, times: 4096), .close]
      }
    }
    let transport = try transport(name)
    // Send a request first, so that the transport's pools and buffers are not measured.
    let warm = try await HostileServer.start { _ in [.answer(200, [], "{}")] }
    _ = try await transport.send(HTTPRequest(url: warm.url, timeout: .seconds(60)))
    let before = Footprint.peak()
    var request = HTTPRequest(url: server.url, operation: OperationID("memory"), timeout: .seconds(20))
    request.maximumResponseBytes = 16 << 20
    let outcome: String
    do { outcome = "an answer of \(try await transport.send(request).body.count) bytes" } catch { outcome = "\(error)" }
    // The transport may still be receiving.
    try await Task.sleep(for: .seconds(2))
    let peak = (Footprint.peak() - before) >> 20
    print("memory \(name) \(kind): \(outcome), peak +\(peak) MB")
    exit(limit.map { peak > $0 } ?? false ? 1 : 0)
  }

  /// Sends heads that begin with a continued line, each after a good answer over the same transport.
  static func folded(_ name: String) async throws {
    let server = try await HostileServer.start(keeps: false) { request in
      let fields = (0..<20).map { ("X-Field-\($0)", String(repeating: "value ", count: 10)) }
      guard request.path == "/folded" else { return [.answer(200, fields, "{}")] }
      return [.bytes(Array("HTTP/1.1 200 OK\r\n\t\(String(repeating: "more ", count: 40))\r\n\r\n{}".utf8)), .close]
    }
    let transport = try transport(name)
    for _ in 0..<500 {
      _ = try await transport.send(HTTPRequest(url: server.url("/whole"), timeout: .seconds(60)))
      let answer = try? await transport.send(HTTPRequest(url: server.url("/folded"), timeout: .seconds(60)))
      if answer != nil { exit(5) }
    }
    print("folded: 500 answers, 500 failures")
    exit(0)
  }

  /// Cuts answers off at each of their bytes, by a close and by a reset. Fails when one of them is taken for a whole answer.
  static func cuts(_ name: String) async throws {
    let body = #"{"name":"Radio","size":12}"#
    let fields = [("Content-Type", "application/json"), ("ETag", "\"a\""), ("Set-Cookie", "a=b; Path=/")]
    let answers: [[UInt8]] = [
      HostileServer.Step.head(200, fields + [("Content-Length", "26")]) + Array(body.utf8),
      HostileServer.Step.head(200, fields + [("Transfer-Encoding", "chunked")])
        + Array("1a\r\n\(body)\r\n0\r\n\r\n".utf8),
      HostileServer.Step.head(200, fields + [("Content-Encoding", "gzip"), ("Content-Length", "\(gzip.count)")]) + gzip,
      HostileServer.Step.head(302, fields + [("Location", "/next"), ("Content-Length", "26")]) + Array(body.utf8),
    ]
    let server = try await HostileServer.start(keeps: false) { request in
      let numbers = request.path.split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 3 else { return [.answer(200, [], body)] }
      return [.bytes(Array(answers[numbers[0]].prefix(numbers[1]))), numbers[2] == 0 ? .close : .reset]
    }
    let transport = try transport(name)
    var (count, failures) = (0, 0)
    for answer in answers.indices {
      for cut in 0..<answers[answer].count {
        for end in 0...1 {
          count += 1
          let request = HTTPRequest(url: server.url("/\(answer)/\(cut)/\(end)"), timeout: .seconds(60))
          guard let response = try? await transport.send(request) else {
            failures += 1
            continue
          }
          // The client may follow a redirect as soon as its head is complete.
          if answer == 3, response.body == Data(body.utf8) { continue }
          // Only the last line feed is missing, so the answer may count as complete.
          if answer == 1, cut == answers[answer].count - 1 { continue }
          print("taken for whole: answer \(answer), cut at \(cut) of \(answers[answer].count): \(response)")
          exit(5)
        }
      }
    }
    print("cuts: \(count) answers, \(failures) failures")
    exit(0)
  }

  /// `{"name":"Radio","size":12}`, by `gzip -9n`.
  private static let gzip = Array(
    Data(base64Encoded: "H4sIAAAAAAACA6tWykvMTVWyUgpKTMnMV9JRKs6sAnINjWoBbGC+XBoAAAA=") ?? Data())

  /// Requests that are cancelled, and transports that are closed, at moments of all kinds. Fails when one is left without an end.
  static func cancel(_ name: String, count: Int) async throws {
    let body = String(repeating: "x", count: 4096)
    let server = try await HostileServer.start(keeps: false) { request in
      request.path.hasSuffix("7")
        ? [.bytes("HTTP/1.1 200 OK\r\n"), .pause(.milliseconds(2)), .answer(200, [], body)]
        : [.answer(200, [], body)]
    }
    var (cancelled, answered, failed) = (0, 0, 0)
    var done = 0
    while done < count {
      let transport = try transport(name)
      let round = min(200, count - done)
      let isClosed = done / 200 % 4 == 3
      let outcomes = await withTaskGroup(of: Int.self) { group in
        for index in 0..<round {
          group.addTask {
            let request = HTTPRequest(url: server.url("/\(index)"), timeout: .seconds(60))
            let sending = Task {
              if index % 3 == 0 {
                _ = try await transport.download(request) { _ in }
              } else {
                _ = try await transport.send(request)
              }
            }
            // Cancel at a random time: before the start, during the call, or after the answer.
            let pause = UInt64.random(in: 0..<16)
            if pause > 0 { try? await Task.sleep(nanoseconds: (1 << pause) * 100) }
            if index % 2 == 0 { sending.cancel() }
            if index == 150, isClosed { (transport as? DefaultTransport)?.close() }
            do {
              try await sending.value
              return 0
            } catch TransportFailure.cancelled { return 1 } catch { return 2 }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      answered += outcomes.count { $0 == 0 }
      cancelled += outcomes.count { $0 == 1 }
      failed += outcomes.count { $0 == 2 }
      done += round
      if let async = transport as? AsyncHTTPServerTransport { await async.close() }
    }
    print("cancel: \(done) requests, \(answered) answered, \(cancelled) cancelled, \(failed) failed")
    exit(answered + cancelled + failed == count && answered > 0 && cancelled > 0 ? 0 : 6)
  }
}
