import Foundation
import Testing

@testable import MediaCore

@Suite("ThreeWayMerge")
struct ThreeWayMergeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var acknowledged: (Int, Double)?
    var local: (Int, Double)
    var server: (Int, Double)?
    var kept: Int
    var lost: Int?
    var rule: MergeResult<Int>.Rule
    var name: String
    var testDescription: String { name }
  }

  static func version(_ pair: (Int, Double)) -> Version<Int> {
    Version(pair.0, at: Date(timeIntervalSince1970: pair.1))
  }

  static let rows: [Row] = [
    Row(local: (5, 1), kept: 5, rule: .onlyLocalMoved, name: "nothing there"),
    Row(acknowledged: (3, 1), local: (5, 2), kept: 5, rule: .onlyLocalMoved, name: "removed elsewhere"),
    Row(acknowledged: (3, 1), local: (5, 2), server: (3, 1), kept: 5, rule: .onlyLocalMoved, name: "forward"),
    Row(acknowledged: (9, 1), local: (5, 2), server: (9, 1), kept: 5, rule: .onlyLocalMoved, name: "backward"),
    Row(
      acknowledged: (9, 8), local: (5, 2), server: (9, 8), kept: 5, rule: .onlyLocalMoved,
      name: "only local, by a clock that is behind"),
    Row(acknowledged: (3, 5), local: (3, 5), server: (7, 9), kept: 7, rule: .onlyServerMoved, name: "only server"),
    Row(
      acknowledged: (8, 5), local: (8, 5), server: (2, 9), kept: 2, rule: .onlyServerMoved, name: "only server, back"),
    Row(acknowledged: (3, 1), local: (5, 4), server: (7, 6), kept: 7, lost: 5, rule: .later, name: "server later"),
    Row(acknowledged: (3, 1), local: (5, 8), server: (7, 6), kept: 5, lost: 7, rule: .later, name: "local later"),
    Row(
      acknowledged: (3, 1), local: (1, 8), server: (700, 6), kept: 1, lost: 700, rule: .later,
      name: "the later one is behind"),
    Row(local: (5, 4), server: (7, 6), kept: 7, lost: 5, rule: .later, name: "nothing acknowledged, server later"),
    Row(local: (5, 8), server: (7, 6), kept: 5, lost: 7, rule: .later, name: "nothing acknowledged, local later"),
    Row(acknowledged: (3, 1), local: (7, 8), server: (7, 6), kept: 7, rule: .identical, name: "both the same"),
    Row(
      acknowledged: (3, 1), local: (3, 8), server: (7, 6), kept: 3, lost: 7, rule: .later,
      name: "went away and came back later"),
    Row(acknowledged: (3, 1), local: (5, 8), server: (3, 6), kept: 5, lost: 3, rule: .later, name: "server came back"),
  ]

  @Test("one side moved: it counts, forward or backward; both moved: the later one counts", arguments: rows)
  func table(_ row: Row) {
    let result = ThreeWayMerge.merge(
      acknowledged: row.acknowledged.map(Self.version), local: Self.version(row.local),
      server: row.server.map(Self.version))
    #expect(result.kept.value == row.kept)
    #expect(result.lost?.value == row.lost)
    #expect(result.rule == row.rule)
  }

  @Test("closeness is the caller's")
  func closeness() {
    let result = ThreeWayMerge.merge(
      acknowledged: nil, local: Self.version((100, 9)), server: Self.version((101, 3)), isSame: { abs($0 - $1) < 2 })
    #expect(result.rule == .identical)
    #expect(result.side == .server)
  }

  @Test("at the same moment every device decides alike")
  func ties() {
    func version(_ value: Int, _ origin: String) -> Version<Int> {
      Version(value, at: Date(timeIntervalSince1970: 5), origin: origin)
    }
    let one = ThreeWayMerge.merge(acknowledged: nil, local: version(1, "a"), server: version(2, "b"))
    let other = ThreeWayMerge.merge(acknowledged: nil, local: version(2, "b"), server: version(1, "a"))
    #expect(one.kept.value == other.kept.value)
  }

  @Test("a result survives writing and reading")
  func codable() throws {
    let result = ThreeWayMerge.merge(acknowledged: nil, local: Self.version((1, 9)), server: Self.version((2, 3)))
    let data = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(MergeResult<Int>.self, from: data) == result)
  }
}
