import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Decoding that breaks no screen and hides nothing")
struct LenientDecodingTests {
  struct Item: Decodable, Equatable {
    let id: String
    var title: String?
    var length: Double?
    var isDone: Bool?
    var tags: [String]
    var added: Date?
    var parts: [Part]?

    struct Part: Decodable, Equatable {
      let id: String
      var name: String?

      enum CodingKeys: String, CodingKey { case id, name }
      init(from decoder: any Decoder) throws {
        let members = try decoder.lenient(CodingKeys.self)
        id = try members.requireID(.id)
        name = members[.name]
      }
    }

    enum CodingKeys: String, CodingKey { case id, title, length, isDone, tags, added, parts }
    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      id = try members.requireID(.id)
      title = members[.title]
      length = members[.length]
      isDone = members.flag(.isDone)
      tags = members.list(.tags)
      added = members[.added]
      parts = members.optionalList(.parts)
    }
  }

  struct List: Decodable {
    let results: [Item]
    let total: Int

    enum CodingKeys: String, CodingKey { case results, total }
    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      results = members.list(.results)
      total = try members.require(.total)
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) throws -> (Value, DecodingIssues) {
    let issues = DecodingIssues()
    return (try JSONCoder(dates: .milliseconds).decode(type, from: value.serialized(), issues: issues), issues)
  }

  @Test("missing and null are the same and count for nothing")
  func absent() throws {
    let (bare, none) = try decode(Item.self, ["id": "1"])
    let (nulls, alsoNone) = try decode(
      Item.self,
      ["id": "1", "title": .null, "length": .null, "isDone": .null, "tags": .null, "added": .null, "parts": .null])
    #expect(bare == nulls)
    #expect(bare.title == nil && bare.tags.isEmpty && bare.parts == nil)
    #expect(none.count == 0 && alsoNone.count == 0)
  }

  @Test("a member of another type becomes nil and is counted, one by one")
  func wrongTypes() throws {
    let odd: [JSONValue] = [true, 1, 1.5, "x", [], [:], ["x"], ["a": 1], "", -1, .number(1e300)]
    let right: [String: Set<Int>] = [
      "title": [3, 8], "length": [1, 2, 9, 10], "isDone": [0, 1], "tags": [4, 6], "added": [1, 2, 9], "parts": [4],
    ]
    for (key, fine) in right {
      for (index, value) in odd.enumerated() {
        let (item, issues) = try decode(Item.self, .object(["id": "1", key: value]))
        #expect(item.id == "1")
        let expected = fine.contains(index) ? 0 : 1
        #expect(issues.count == expected, "\(key): \(value)")
        if expected == 1, key != "parts" || index != 6 { #expect(issues.issues.first?.path.hasPrefix(key) == true) }
      }
    }
  }

  @Test("ids may be numbers; without one the element is dropped, and nothing else drops it")
  func ids() throws {
    let (list, issues) = try decode(
      List.self,
      [
        "total": 8,
        "results": [
          ["id": "a"], ["id": 7], ["id": ""], ["id": .null], ["title": "no id"], ["id": ["x"]], .null, "text", 5,
          ["id": "b", "title": 5, "length": "long", "tags": [1, "ok", .null]],
        ],
      ])
    #expect(list.results.map(\.id) == ["a", "7", "b"])
    #expect(list.results.last?.tags == ["ok"])
    #expect(
      issues.issues.filter { $0.problem == .droppedElement }.map(\.path) == [
        "results[2]", "results[3]", "results[4]", "results[5]", "results[6]", "results[7]", "results[8]",
        "results[9].tags[0]", "results[9].tags[2]",
      ])
    #expect(issues.issues.contains { $0.description == "results[9].title: wrongType" })
    #expect(issues.issues.contains { $0.description == "results[9].length: wrongType" })
    #expect(!issues.issues.contains { $0.description.contains("no id") || $0.description.contains("long") })
  }

  @Test("a list that is none is empty and counted")
  func noList() throws {
    for value in ["x", 5, ["a": 1], true] as [JSONValue] {
      let (list, issues) = try decode(List.self, ["total": 0, "results": value])
      #expect(list.results.isEmpty)
      #expect(issues.issues.map(\.description) == ["results: wrongType"])
    }
  }

  @Test("a required member that is missing fails with its place and no value")
  func required() async throws {
    let cases: [(JSONValue, String)] = [
      (["results": []], "total: missing"), (["total": .null], "total: null"),
      (["total": "secret"], "total: wrong type"),
    ]
    for (value, place) in cases {
      let service = TestService(ClosureTransport { _ in .json(value) })
      try await service.signIn()
      let endpoint = Endpoint<List>.json("test.list", path: ["list"], traits: .read)
      let error = await failure { try await service.client.send(endpoint) }
      #expect(error.kind == .undecodable && error.status == 200)
      #expect(error.detail == place)
      #expect(!error.description.contains("secret"))
      #expect(service.client.log.copyAll(level: .error).contains(place))
    }
  }

  @Test("tolerated faults are reported once a call, with at most fifty places")
  func reporting() async throws {
    let broken = JSONValue.array(Array(repeating: ["title": "no id"], count: 70))
    let service = TestService(ClosureTransport { _ in .json(["total": 70, "results": broken]) })
    try await service.signIn()
    let list = try await service.client.send(Endpoint<List>.json("test.list", path: ["list"], traits: .read))
    #expect(list.results.isEmpty && list.total == 70)
    let reports = service.events.entries.compactMap { event -> (Int, [DecodingIssue])? in
      if case .tolerated("test.list", let count, let issues) = event { (count, issues) } else { nil }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.0 == 70)
    #expect(reports.first?.1.count == 50)
    #expect(reports.first?.1.last?.path == "results[49]")
    #expect(service.client.log.copyAll().contains("70 faults"))
  }

  /// Members that servers write in more than one way.
  struct Loose: Decodable, Equatable {
    var number: Int?
    var day: CalendarDay?
    var words: [String]?
    var names: [String: String]?

    enum CodingKeys: String, CodingKey { case number, day, words, names }
    init(number: Int?, day: CalendarDay?, words: [String]?, names: [String: String]?) {
      (self.number, self.day, self.words, self.names) = (number, day, words, names)
    }
    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      number = members.integer(.number)
      day = members.text(.day) { CalendarDay($0) }
      words = members.optionalList(.words)
      names = members.map(.names)
    }
  }

  @Test(
    "numbers, texts, lists and maps in the forms that servers use, by both readers",
    arguments: [JSONCoder.Reader.tape, .foundation])
  func looseForms(_ reader: JSONCoder.Reader) throws {
    let day = CalendarDay(year: 2026, month: 9, day: 1)
    let none = Loose(number: nil, day: nil, words: nil, names: nil)
    let cases: [(String, Loose, Int)] = [
      (
        #"{"number":7,"day":"2026-09-01","words":["a","b\n"],"names":{"x":"3","y":"2"}}"#,
        Loose(number: 7, day: day, words: ["a", "b\n"], names: ["x": "3", "y": "2"]), 0
      ),
      (#"{"number":"7","words":[],"names":{}}"#, Loose(number: 7, day: nil, words: [], names: [:]), 0),
      (#"{"number":null,"day":null,"words":null,"names":null}"#, none, 0),
      (#"{}"#, none, 0),
      (#"{"number":"7a","day":"soon","words":"a","names":["x"]}"#, none, 4),
      (#"{"number":true,"day":5,"words":{"a":"b"},"names":3}"#, none, 4),
      (
        #"{"words":["a",5,null,"b"],"names":{"x":1,"y":"2","z":null}}"#,
        Loose(number: nil, day: nil, words: ["a", "b"], names: ["y": "2"]), 3
      ),
    ]
    for (text, value, count) in cases {
      let issues = DecodingIssues()
      let coder = with(JSONCoder(dates: .iso8601)) { $0.reader = reader }
      #expect(try coder.decode(Loose.self, from: Data(text.utf8), issues: issues) == value, "\(text)")
      #expect(issues.count == count, "\(text)")
    }
  }

  @Test("a decoder of somebody else works as well, uncounted")
  func plainDecoder() throws {
    let data = Data(#"{"total":1,"results":[{"id":"a","title":5},{}]}"#.utf8)
    #expect(try JSONDecoder().decode(List.self, from: data).results.map(\.id) == ["a"])
  }

  @Test("what is no answer at all says in which way")
  func noAnswer() async throws {
    let cases: [(HTTPResponse, ClientError.Kind, String?)] = [
      (.loginPage, .wrongServer, ClientError.Detail.html),
      (.text("\u{FEFF} \n<!doctype html>"), .wrongServer, ClientError.Detail.html),
      (.text("<?xml version='1.0'?>", type: "application/json"), .wrongServer, ClientError.Detail.html),
      (HTTPResponse(status: 200), .undecodable, ClientError.Detail.empty),
      (.text("OK"), .undecodable, nil), (.json([1]), .undecodable, nil), (.text("{\"total\":"), .undecodable, nil),
      (.text(String(repeating: "[", count: 500)), .undecodable, "not JSON: tooDeep at byte 64"),
    ]
    for (response, kind, detail) in cases {
      let service = TestService(ClosureTransport { _ in response })
      try await service.signIn()
      let endpoint = Endpoint<List>.json("test.list", path: ["list"], traits: .read)
      let error = await failure { try await service.client.send(endpoint) }
      #expect(error.kind == kind)
      if let detail { #expect(error.detail == detail) }
    }
    let done = Endpoint<Void>.done("test.done", .post, path: ["x"], traits: .write)
    let page = TestService(ClosureTransport { _ in .loginPage })
    try await page.signIn()
    #expect(await failure { try await page.client.send(done) }.kind == .wrongServer)
    for response in [HTTPResponse(status: 200), .text("OK"), HTTPResponse(status: 204), .json([:])] {
      let service = TestService(ClosureTransport { _ in response })
      try await service.signIn()
      try await service.client.send(done)
    }
  }

  @Test("words of a vocabulary that nobody knows yet are kept")
  func vocabulary() throws {
    struct Medium: Vocabulary {
      let rawValue: String
      static let book = Medium(rawValue: "book")
    }
    let coder = JSONCoder(dates: .iso8601)
    let words = try coder.decode([Medium].self, from: Data(#"["book","hologram"]"#.utf8))
    #expect(words == [.book, "hologram"])
    #expect(try coder.encode(words) == Data(#"["book","hologram"]"#.utf8))
    #expect(Medium.book.queryText == "book" && "\(Medium.book)" == "book")
  }
}
