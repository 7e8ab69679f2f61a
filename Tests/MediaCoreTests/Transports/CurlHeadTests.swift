#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import MediaCore

  @Suite("The head of an answer from libcurl")
  struct CurlHeadTests {
    /// Nil when a line was refused.
    private func head(_ lines: String...) -> CurlHead? {
      var head = CurlHead()
      for line in lines {
        guard Array(line.utf8).withUnsafeBytes({ head.take($0) }) else { return nil }
      }
      return head
    }

    @Test("is whole with its empty line and not before; fields keep their order, and their blanks at both ends go")
    func whole() throws {
      let open = try #require(head("HTTP/1.1 206 Partial Content\r\n", "ETag: a\r\n", "set-cookie:b\r\n"))
      #expect(!open.isWhole && open.status == 206 && open.fields.isEmpty)
      let whole = try #require(
        head("HTTP/2 200 \r\n", "ETag: \t a \r\n", "Set-Cookie:b\r\n", "Set-Cookie: c\r\n", "X:\r\n", "\r\n"))
      #expect(whole.isWhole && whole.status == 200)
      #expect(whole.fields.entries.map(\.name) == ["ETag", "Set-Cookie", "Set-Cookie", "X"])
      #expect(whole.fields.entries.map(\.value) == ["a", "b", "c", ""])
    }

    @Test("a head of a status below 200 is followed by another; switching protocols is none that was asked for")
    func informational() throws {
      let final = try #require(
        head(
          "HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n", "HTTP/1.1 204 No Content\r\n", "A: b\r\n", "\r\n"))
      #expect(final.isWhole && final.status == 204 && final.fields.entries.map(\.name) == ["A"])
      #expect(head("HTTP/1.1 100 Continue\r\n", "\r\n")?.isWhole == false)
      #expect(head("HTTP/1.1 101 Switching Protocols\r\n", "\r\n") == nil)
    }

    @Test(
      "a line that is none of a head is refused",
      arguments: [
        ["HTTP/1.1 abc OK\r\n"], ["HTTP/1.1 20\r\n"], ["HTTP/1.1 2000 OK\r\n"], ["HTTP/1.1 099 OK\r\n"],
        ["SSH-2.0-x\r\n"],
        ["HTTP/1.1\r\n"], ["HTTP/1.1 200 OK\r\n", "nocolon\r\n"], ["HTTP/1.1 200 OK\r\n", ": nameless\r\n"],
        ["HTTP/1.1 200 OK\r\n", "X: a\0b\r\n"], ["HTTP/1.1 200 OK\r\n", " folded\r\n"],
        ["HTTP/1.1 200 OK\r\n", "X: broken off"],
        ["HTTP/1.1 200 OK\r\n", "X: " + String(repeating: "x", count: 512 << 10) + "\r\n"],
      ])
    func refused(lines: [String]) {
      var head = CurlHead()
      let taken = lines.map { line in Array(line.utf8).withUnsafeBytes { head.take($0) } }
      #expect(taken == Array(repeating: true, count: lines.count - 1) + [false])
    }

    @Test("a folded value goes on, and one that is no UTF-8 is Latin-1")
    func values() throws {
      let folded = try #require(head("HTTP/1.1 200 OK\n", "X: a\n", "\t b\n", "\n"))
      #expect(folded.fields["X"] == "a b")
      var latin = CurlHead()
      for line in [Array("HTTP/1.1 200 OK\r\n".utf8), Array("X: caf".utf8) + [0xE9, 0x0D, 0x0A], [0x0D, 0x0A]] {
        #expect(line.withUnsafeBytes { latin.take($0) })
      }
      #expect(latin.fields["X"] == "café")
    }

    @Test("what follows the last chunk changes nothing")
    func trailer() throws {
      let whole = try #require(head("HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n", "X-Last: 1\r\n", "\r\n"))
      #expect(whole.fields.entries.map(\.name) == ["A"])
    }

    @Test("a length is a number, and one number; chunks have none")
    func length() throws {
      func length(_ fields: String...) throws -> Int? {
        var head = CurlHead()
        for line in ["HTTP/1.1 200 OK\r\n"] + fields.map({ "\($0)\r\n" }) + ["\r\n"] {
          _ = Array(line.utf8).withUnsafeBytes { head.take($0) }
        }
        return try head.contentLength()
      }
      #expect(try length() == nil)
      #expect(try length("Content-Length: 26", "content-length: 26") == 26)
      #expect(try length("Content-Length: 99999999999999999999") == .max)
      #expect(try length("Content-Length: 5", "Transfer-Encoding: chunked") == nil)
      for wrong in ["-1", "0x10", "5;6", "1e3", "5, 5", "many", ""] {
        #expect(throws: TransportFailure.malformed) { try length("Content-Length: \(wrong)") }
      }
      #expect(throws: TransportFailure.malformed) { try length("Content-Length: 2", "Content-Length: 30") }
    }

    @Test("gzip and deflate are unpacked; other codings, several, and any for a file are refused")
    func codings() throws {
      let url = try #require(URL(string: "https://nas.local"))
      func isCoded(_ coding: String, asks: String? = nil) throws -> Bool {
        var head = CurlHead()
        for line in ["HTTP/1.1 200 OK\r\n", "Content-Encoding: \(coding)\r\n", "\r\n"] {
          _ = Array(line.utf8).withUnsafeBytes { head.take($0) }
        }
        var request = HTTPRequest(url: url)
        request.fields["Accept-Encoding"] = asks
        return try head.isCoded(for: request)
      }
      for coding in ["gzip", "GZIP", "x-gzip", "deflate"] { #expect(try isCoded(coding)) }
      for coding in ["identity", "", "Identity"] { #expect(try !isCoded(coding, asks: "identity")) }
      for coding in ["br", "x-rot13", "gzip, gzip", "deflate, gzip"] {
        #expect(throws: TransportFailure.malformed) { try isCoded(coding) }
      }
      #expect(throws: TransportFailure.malformed) { try isCoded("gzip", asks: "identity") }
    }
  }
#endif
