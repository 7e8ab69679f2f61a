import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Lists that were browsed")
struct RowStoreTests {
  private func rows(_ count: Int, _ name: String) -> RowPage {
    RowPage(rows: (0..<count).map { ShelfRow(id: "\(name) \($0)", kind: .book, title: name) }, total: count)
  }

  private func list(_ name: String, pages: Int, of size: Int) -> RowList {
    RowList(name, limit: size) { (page, _) async throws(ClientError) in
      RowPage(
        rows: page < pages
          ? (0..<size).map { ShelfRow(id: "\(name) \(page) \($0)", kind: .book, title: name) } : [],
        total: pages * size)
    }
  }

  @Test("the rows kept are bounded: the list used longest ago loses its last pages first")
  func trimming() {
    var kept = KeptRows()
    for list in ["old", "new"] {
      for page in 0..<3 { kept.put(rows(10, "\(list)\(page)"), at: page, of: list, asOf: nil) }
    }
    kept.trim(lists: 9, rows: 50)
    #expect((0..<3).map { kept.page($0, of: "old") != nil } == [true, true, false])
    #expect((0..<3).allSatisfy { kept.page($0, of: "new") != nil })
    kept.put(nil, at: 0, of: "old", asOf: nil)
    kept.trim(lists: 9, rows: 25)
    #expect((0..<3).map { kept.page($0, of: "new") != nil } == [false, false, false])
    #expect(kept.page(1, of: "old") != nil)
    kept.put(rows(1, "third"), at: 0, of: "third", asOf: nil)
    kept.trim(lists: 1, rows: 100)
    #expect(kept.pages.count == 1)
    #expect(kept.lists.keys.sorted() == ["third"])
  }

  @Test(
    "a list in one piece that is longer than the limit stays while it is the newest, and then goes before all others")
  func longList() {
    var kept = KeptRows()
    for list in ["a", "b"] { kept.put(rows(10, list), at: 0, of: list, asOf: nil) }
    kept.put(rows(3001, "long"), at: 0, of: "long", asOf: Date(timeIntervalSince1970: 5))
    kept.trim(lists: 9, rows: 3000)
    #expect(kept.page(0, of: "long")?.rows.count == 3001 && kept.lists["long"]?.asOf != nil)
    #expect(kept.lists.keys.sorted() == ["a", "b", "long"] && kept.page(0, of: "a") != nil)
    kept.put(rows(10, "c"), at: 0, of: "c", asOf: nil)
    kept.trim(lists: 9, rows: 3000)
    #expect(kept.pages.keys.sorted() == ["0/a", "0/b", "0/c"])
  }

  @Test("a long list that fits into the limit makes room only after lists that were used before it")
  func longListThatFits() {
    var kept = KeptRows()
    for (list, count) in [("a", 1400), ("long", 1600), ("c", 10)] {
      kept.put(rows(count, list), at: 0, of: list, asOf: nil)
    }
    kept.trim(lists: 9, rows: 3000)
    #expect(kept.pages.keys.sorted() == ["0/c", "0/long"])
  }

  @Test("a change is saved as a line about the page that changed, not as the whole")
  func patches() throws {
    var older = KeptRows()
    for page in 0..<50 { older.put(rows(50, "list \(page)"), at: page, of: "list", asOf: nil) }
    var newer = older
    newer.put(nil, at: 0, of: "list", asOf: Date(timeIntervalSince1970: 5))
    let patch = newer.patch(from: older)
    #expect(try JSONEncoder().encode(patch).count < 300)
    older.apply(patch)
    #expect(older == newer)
  }

  @Test("many lists and pages stay within the limits, on the disk too")
  func bounds() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.rowStore
    for number in 0..<60 { try await store.refresh(0, of: list("list \(number)", pages: 1, of: 100)) }
    let long = list("long", pages: 140, of: 100)
    for page in 0..<140 { try await store.refresh(page, of: long) }
    let kept = try #require(try await store.kept(long))
    #expect(kept.pages.count == 1 + RowStore.keptFurtherRows / 100)
    #expect(try await store.beginning(of: list("list 10", pages: 1, of: 100)) == nil)
    #expect(try await store.beginning(of: list("list 59", pages: 1, of: 100)) != nil)
    await rig.shelf.client.accounts.save()
    let bytes = rig.files.contents.filter { $0.key.contains("rows-") || $0.value.count > 50_000 }.values
      .reduce(0) { $0 + $1.count }
    #expect(bytes < 8 << 20)
  }

  @Test("an answer to the account before is not kept for the next")
  func overtaken() async throws {
    let rig = try await ShelfRig()
    let shelf = rig.shelf
    let slow = RowList("slow", limit: 2) { (_, _) async throws(ClientError) in
      try? await shelf.account.signOut(pending: .keep)
      _ = try await shelf.account.signIn(username: "grace", password: "battery staple")
      return RowPage(rows: [ShelfRow(id: "a", kind: .book, title: "A")], total: 1)
    }
    let error = try await failure { try await shelf.rowStore.refresh(0, of: slow) }
    #expect(error.detail == ClientError.Detail.accountChanged)
    #expect(try await shelf.rowStore.beginning(of: slow) == nil)
  }
}
