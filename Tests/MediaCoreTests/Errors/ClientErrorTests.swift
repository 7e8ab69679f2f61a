import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The one error")
struct ClientErrorTests {
  @Test("every transport failure has its kind and reason")
  func transportFailures() {
    let cases: [(TransportFailure, ClientError.Kind, String?)] = [
      (.unreachable(.refused), .unreachable, "refused"), (.unreachable(.nameNotFound), .unreachable, "nameNotFound"),
      (.unreachable(.noNetwork), .unreachable, "noNetwork"),
      (.unreachable(.connectionLost), .unreachable, "connectionLost"),
      (.unreachable(.unknown), .unreachable, "unknown"), (.tls(.untrusted), .tls, "untrusted"),
      (.tls(.expired), .tls, "expired"), (.tls(.wrongHost), .tls, "wrongHost"),
      (.tls(.clientCertificate), .tls, "clientCertificate"), (.tls(.unknown), .tls, "unknown"),
      (.notTLS, .unreachable, "notTLS"), (.timedOut, .timedOut, nil), (.cancelled, .cancelled, nil),
      (.tooLarge, .undecodable, "tooLarge"), (.malformed, .wrongServer, "malformed"), (.closed, .cancelled, "closed"),
    ]
    for (failure, kind, detail) in cases {
      let error = ClientError(transport: failure, operation: "test.op")
      #expect(error == ClientError(kind, operation: "test.op", detail: detail))
    }
    #expect(ClientError(transport: CancellationError(), operation: "x").kind == .cancelled)
    #expect(ClientError(transport: CocoaError(.fileNoSuchFile), operation: "x").kind == .unreachable)
    let own = ClientError(.storage, operation: "y")
    #expect(ClientError(transport: own, operation: "x") == own)
  }

  @Test("only where a connection was there, the server may have seen a request without an answer")
  func arrivals() {
    let nothingSent: [TransportFailure] = [
      .unreachable(.refused), .unreachable(.nameNotFound), .unreachable(.noNetwork), .unreachable(.localNetworkDenied),
      .unreachable(.plainHTTPBlocked), .notTLS, .tls(.untrusted),
    ]
    for failure in nothingSent {
      let error = ClientError(transport: failure, operation: "test.op")
      #expect(error.neverLeftDevice && !error.canHaveArrived, "\(failure)")
    }
    for failure: TransportFailure in [.unreachable(.connectionLost), .unreachable(.unknown), .timedOut, .malformed] {
      let error = ClientError(transport: failure, operation: "test.op")
      #expect(!error.neverLeftDevice && error.canHaveArrived, "\(failure)")
    }
  }

  @Test("errors of an app's own URLSession transport are understood, and their URL is not kept")
  func urlErrors() {
    let cases: [(URLError.Code, ClientError.Kind, String?)] = [
      (.cancelled, .cancelled, nil), (.timedOut, .timedOut, nil), (.cannotFindHost, .unreachable, "nameNotFound"),
      (.dnsLookupFailed, .unreachable, "nameNotFound"), (.cannotConnectToHost, .unreachable, "refused"),
      (.notConnectedToInternet, .unreachable, "noNetwork"), (.networkConnectionLost, .unreachable, "connectionLost"),
      (.serverCertificateUntrusted, .tls, "untrusted"), (.serverCertificateHasUnknownRoot, .tls, "untrusted"),
      (.serverCertificateHasBadDate, .tls, "expired"), (.clientCertificateRequired, .tls, "clientCertificate"),
      (.secureConnectionFailed, .tls, "unknown"), (.badServerResponse, .wrongServer, "malformed"),
      (.cannotParseResponse, .wrongServer, "malformed"), (.dataLengthExceedsMaximum, .undecodable, "tooLarge"),
      (.unknown, .unreachable, "unknown"),
    ]
    for (code, kind, detail) in cases {
      let error = ClientError(
        transport: URLError(code, userInfo: [NSLocalizedDescriptionKey: "GET https://nas.local/?token=hidden"]),
        operation: "test.op")
      #expect(error.kind == kind && error.detail == detail, "\(code)")
      #expect(!String(reflecting: error).contains("hidden"))
    }
  }

  @Test(
    "what only a text tells apart on Linux",
    arguments: [
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", TransportFailure.notTLS),
      ("SSL certificate problem: certificate has expired", .tls(.expired)),
      ("SSL certificate problem: certificate is not yet valid", .tls(.expired)),
      ("SSL certificate problem: self-signed certificate", .tls(.untrusted)),
      ("SSL certificate problem: self signed certificate in certificate chain", .tls(.untrusted)),
      ("SSL certificate problem: unable to get local issuer certificate", .tls(.untrusted)),
      ("SSL: no alternative certificate subject name matches target host name 'nas.local'", .tls(.wrongHost)),
      ("OpenSSL SSL_read: tlsv13 alert certificate required", .tls(.clientCertificate)),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to nas.local", .tls(.unknown)),
      ("Could not resolve host: nas.local", .unreachable(.nameNotFound)),
      ("Failed to connect to nas.local port 443: Connection refused", .unreachable(.refused)),
      ("transfer closed with 97 bytes remaining to read", .unreachable(.connectionLost)),
      ("Recv failure: Connection reset by peer", .unreachable(.connectionLost)),
      ("Received HTTP/0.9 when not allowed", .malformed), ("Invalid Content-Length: value", .malformed),
      ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformed), ("Out of memory", .malformed),
      ("Error while processing content unencoding: incorrect header check", .malformed),
      ("Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.", .malformed),
      ("Unsupported response code in HTTP response", .malformed), ("Nul byte in header", .malformed),
      ("something new", .unreachable(.unknown)),
    ])
  func texts(text: String, failure: TransportFailure) {
    #expect(TransportFailure(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])) == failure)
  }

  @Test("a connection that ends without an answer is lost, not malformed")
  func emptyReply() {
    let error = URLError(.badServerResponse, userInfo: [NSLocalizedDescriptionKey: "Empty reply from server"])
    #expect(TransportFailure(error) == .unreachable(.connectionLost))
  }

  @Test("every status has its kind")
  func statuses() {
    let kinds: [Int: ClientError.Kind] = [
      301: .wrongServer, 302: .wrongServer, 304: .wrongServer, 400: .invalidRequest, 401: .signedOut,
      402: .invalidRequest,
      403: .forbidden, 404: .notFound, 405: .unsupported, 408: .timedOut, 409: .conflict, 410: .notFound,
      412: .conflict,
      415: .invalidRequest, 416: .invalidRequest, 418: .invalidRequest, 422: .invalidRequest, 429: .rateLimited,
      500: .server, 501: .unsupported, 502: .server, 503: .server, 504: .server, 511: .wrongServer, 599: .server,
    ]
    for (status, kind) in kinds {
      let error = ClientError(status: status, operation: "test.op", message: nil, retryAt: nil)
      #expect(error.kind == kind && error.status == status, "\(status)")
    }
  }

  @Test("what can be done about it")
  func hints() {
    let date = Date(timeIntervalSince1970: 5)
    let hints: [(ClientError.Kind, ClientError.RetryHint)] = [
      (.unreachable, .later), (.timedOut, .later), (.rateLimited, .later), (.server, .later), (.wrongServer, .later),
      (.cancelled, .later), (.storage, .later), (.signedOut, .afterSignIn), (.tls, .never), (.forbidden, .never),
      (.notFound, .never), (.conflict, .never), (.undecodable, .never), (.unsupported, .never),
      (.invalidRequest, .never),
      (.init(rawValue: "later version's"), .never),
    ]
    for (kind, hint) in hints {
      #expect(ClientError(kind, operation: "x").retryHint == hint)
      #expect(ClientError(kind, operation: "x", retryAt: date).retryHint == .after(date))
    }
  }

  @Test("people get one sentence, in their own language where the app has it")
  func textsForPeople() {
    let kinds: [ClientError.Kind] = [
      .unreachable, .tls, .timedOut, .cancelled, .signedOut, .forbidden, .notFound, .conflict, .rateLimited, .server,
      .wrongServer, .undecodable, .unsupported, .invalidRequest, .storage,
    ]
    let english = kinds.map { ClientError($0, operation: "x").text(.english) }
    #expect(Set(english).count == kinds.count)
    #expect(english.allSatisfy { $0.hasSuffix(".") && !$0.contains("%@") })
    let german = Texts { $0.rawValue == "error.unreachable" ? "Der Server ist nicht erreichbar." : nil }
    #expect(ClientError(.unreachable, operation: "x").text(german) == "Der Server ist nicht erreichbar.")
    #expect(ClientError(.tls, operation: "x").text(german) == english[1])
    let unknown = ClientError(.init(rawValue: "new"), operation: "x")
    #expect(unknown.text(.english) == "Something went wrong.")
    #expect(unknown.text(Texts { $0.rawValue == "error.unknown" ? "Hoppla." : nil }) == "Hoppla.")
    #expect(ClientError(.server, operation: "x").localizedDescription == "The server has a problem.")
    #expect(Texts.english(.init(rawValue: "k"), english: "%@ of %@%@", "1", "2") == "1 of 2")
    #expect(Texts { _ in "100%" }(.init(rawValue: "k"), english: "x", "1") == "100%")
  }

  @Test("developers get everything that is harmless")
  func description() {
    let error = ClientError(.notFound, operation: "test.op", status: 404, serverMessage: "No such item", detail: "why")
    #expect(error.description == "test.op: notFound, status 404, why, “No such item”")
    #expect(ClientError.cancelled("x").isCancellation)
  }
}

@Suite("The server's own words")
struct ServerMessageTests {
  private func message(_ response: HTTPResponse, fields: HTTPFields = [:], body: RequestBody? = nil) throws -> String? {
    let url = try #require(URL(string: "https://nas.local/x"))
    return ServerMessage.read(response, request: HTTPRequest(method: .post, url: url, fields: fields, body: body?.data))
  }

  @Test("whatever form the body has")
  func forms() throws {
    let cases: [(HTTPResponse, String?)] = [
      (.text("Unauthorized", status: 401), "Unauthorized"), (.text("  Not found\n", status: 404), "Not found"),
      (.json(["error": "Invalid token"]), "Invalid token"), (.json(["message": "No"]), "No"),
      (.json(["detail": "Not authenticated"]), "Not authenticated"), (.json(["title": "Oops"]), "Oops"),
      (.json(["error": ["message": "deep"]]), "deep"), (.json(["errors": ["x"]]), nil),
      (.json(["detail": [["msg": "field required", "loc": ["body", "id"]]]]), "field required"),
      (.json(["error": [["message": "first"], ["message": "second"]]]), "first"), (.json("plain"), "plain"),
      (.json(["error": true, "message": "told"]), "told"), (.json(["code": 5]), nil), (.json([]), nil), (.json(5), nil),
      (.json(.null), nil),
      (.text("<html>Bad Gateway</html>"), nil), (.text("a <b>bold</b> word"), nil), (.text(""), nil),
      (.text("   \n"), nil), (.text(String(repeating: "x", count: 300)), String(repeating: "x", count: 300)),
      (.text(String(repeating: "x", count: 301)), nil), (.text(String(repeating: " ", count: 70_000) + "x"), nil),
      (HTTPResponse(status: 500, body: Data([0xFF, 0xFE])), nil), (.loginPage, nil),
    ]
    for (response, text) in cases {
      #expect(try message(response) == text, "\(String(decoding: response.body.prefix(40), as: UTF8.self))")
    }
  }

  @Test("and not the text with which a proxy names the status of its own answer")
  func statusTexts() throws {
    let cases: [(HTTPResponse, String?)] = [
      (.text("404 page not found\n", status: 404), nil), (.text("default backend - 404", status: 404), nil),
      (.text("HTTP/1.1 403 Forbidden", status: 403), nil), (.text("502: Bad Gateway", status: 502), nil),
      (.text("Not Found", status: 404), "Not Found"), (.text("404 page not found", status: 500), "404 page not found"),
      (.text("No book 4040", status: 404), "No book 4040"), (.json(["error": "404: gone"], status: 404), "404: gone"),
    ]
    for (response, text) in cases {
      #expect(try message(response) == text, "\(String(decoding: response.body, as: UTF8.self))")
    }
  }

  @Test("without what the request kept secret")
  func redaction() throws {
    let fields: HTTPFields = [
      "Authorization": "Bearer opaque-token-1", "X-Api-Key": "key-12345", "Cookie": "sid=cookie-value; b=2",
      "Accept": "application/json",
    ]
    func echoed(_ text: String, _ body: RequestBody? = nil) throws -> String? {
      try message(.text(text, status: 400), fields: fields, body: body)
    }
    #expect(try echoed("bad token opaque-token-1!") == "bad token •••!")
    #expect(try echoed("Bearer opaque-token-1") == "•••")
    #expect(try echoed("key-12345, cookie-value, sid=cookie-value; b=2") == "•••, •••, •••")
    #expect(try echoed("expected application/json") == "expected application/json")
    let login = RequestBody.json(["username": "ada", "password": "pass word", "deep": [["refreshToken": "rrrr"]]])
    #expect(try echoed("ada used pass word and rrrr", login) == "ada used ••• and •••")
    let form = RequestBody(
      data: Data("user=ada&client_secret=a%2Bb%20c&code=zzzz".utf8), contentType: "application/x-www-form-urlencoded")
    #expect(try echoed("ada: a+b c, a%2Bb%20c, zzzz", form) == "ada: •••, •••, •••")
    #expect(try echoed("got eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl here") == "got ••• here")
    #expect(try echoed("cGFzcyB3b3Jk", login) == "•••")
  }

  @Test("the token a call was signed with is taken out too, though the endpoint never had it")
  func signedToken() async throws {
    let service = TestService(
      ClosureTransport { request in
        .text("no: \(request.fields["Authorization"] ?? "") refresh-0", status: 400)
      })
    try await service.signIn()
    #expect(await failure { try await service.read() }.serverMessage == "no: ••• •••")
  }
}
