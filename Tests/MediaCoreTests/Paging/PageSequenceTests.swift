import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Lists by the page")
struct PageSequenceTests {
  /// Pages of a list of numbers; `dropped` elements could not be read.
  private func pages(
    _ count: Int, total: Int?, limit: Int = 10, dropped: Set<Int> = [], asked: Counter = Counter()
  ) -> PageSequence<Int> {
    PageSequence(limit: limit) { (page, limit) async throws(ClientError) in
      asked.add()
      let range = min(page * limit, count)..<min((page + 1) * limit, count)
      return Page(items: range.filter { !dropped.contains($0) }, total: total, page: page, limit: limit)
    }
  }

  @Test("everything comes once, in order, with no request too many", arguments: [0, 1, 9, 10, 11, 20, 25])
  func complete(count: Int) async throws {
    for total in [nil, count] {
      let asked = Counter()
      #expect(try await pages(count, total: total, asked: asked).all() == Array(0..<count))
      // Without a total, only an empty page shows that a full one was the last.
      #expect(asked.value == (total == nil ? count / 10 + 1 : max(1, (count + 9) / 10)))
    }
  }

  @Test("a page that is short because elements were dropped does not end a list whose total is known")
  func dropped() async throws {
    let all = try await pages(25, total: 25, dropped: [3, 4, 12]).all()
    #expect(all == (0..<25).filter { ![3, 4, 12].contains($0) })
  }

  @Test("pages of which everything was dropped do not end it either; a total that is wrong costs ten requests")
  func allDropped() async throws {
    let gone = Set(10..<20)
    #expect(try await pages(25, total: 25, dropped: gone).all() == (0..<25).filter { !gone.contains($0) })
    let many = Set(10..<60)
    #expect(try await pages(75, total: 75, dropped: many).all() == (0..<75).filter { !many.contains($0) })
    #expect(try await pages(75, total: 75, dropped: Set(20..<75)).all() == Array(0..<20))
    let asked = Counter()
    #expect(try await pages(25, total: 9000, asked: asked).all() == Array(0..<25))
    #expect(asked.value == 13)
  }

  @Test("a server that repeats its pages for ever is left at the limit")
  func endless() async throws {
    let asked = Counter()
    let sequence = PageSequence<Int>(limit: 2, maximumPages: 50) { (page, limit) async throws(ClientError) in
      asked.add()
      return Page(items: [1, 2], total: 1_000_000, page: page, limit: limit)
    }
    #expect(try await sequence.all().count == 100)
    #expect(asked.value == 50)
  }

  @Test("an error comes where it happens, and asking again goes on from there")
  func failing() async throws {
    let isDown = Locked(true)
    let sequence = PageSequence<Int>(limit: 2) { (page, limit) async throws(ClientError) in
      if page == 1, isDown.withLock({ $0 }) { throw ClientError(.unreachable, operation: "test.page") }
      return Page(items: page < 3 ? [page * 2, page * 2 + 1] : [], page: page, limit: limit)
    }
    var iterator = sequence.makeAsyncIterator()
    #expect(try await iterator.next() == 0)
    #expect(try await iterator.next() == 1)
    for _ in 0..<2 {
      do {
        _ = try await iterator.next()
        Issue.record("nothing was thrown")
      } catch { #expect((error as? ClientError)?.kind == .unreachable) }
    }
    isDown.withLock { $0 = false }
    var rest: [Int] = []
    while let element = try await iterator.nextElement() { rest.append(element) }
    #expect(rest == [2, 3, 4, 5])
    #expect(try await iterator.next() == nil)
  }

  @Test("a loop that is left asks for no further page")
  func lazy() async throws {
    let asked = Counter()
    for try await number in pages(100, total: 100, asked: asked) where number == 12 { break }
    #expect(asked.value == 2)
    #expect(try await pages(100, total: 100).first { $0 > 30 } == 31)
    #expect(try await pages(100, total: nil).contains(99))
  }

  @Test("cancelling ends it as cancelled")
  func cancelled() async throws {
    let transport = HeldTransport()
    let service = TestService(transport)
    try await service.signIn()
    let sequence = PageSequence<String>(limit: 1) { (page, limit) async throws(ClientError) in
      Page(items: [try await service.read("\(page)")], page: page, limit: limit)
    }
    let reading = Task { await failure { try await sequence.all() } }
    await transport.arrivals.reached(1)
    transport.answer(0, with: .text("one"))
    await transport.arrivals.reached(2)
    reading.cancel()
    #expect(await reading.value.kind == .cancelled)
  }

  @Test(
    "a list with ids loses nothing when an element is removed and another one added between two pages",
    arguments: [3, 9, 10, 19], [nil, 35])
  func replaced(index: Int, total: Int?) async throws {
    let list = Locked(Array(0..<35))
    let asked = Counter()
    let sequence = PageSequence<Int>(limit: 10, id: { String($0) }) { (page, limit) async throws(ClientError) in
      asked.add()
      return list.withLock { list in
        let start = min(page * limit, list.count)
        return Page(
          items: Array(list[start..<min(start + limit, list.count)]), total: total.map { _ in list.count }, page: page,
          limit: limit)
      }
    }
    var seen: [Int] = []
    for try await element in sequence {
      seen.append(element)
      if seen.count == 20 {
        list.withLock { list in
          list.remove(at: index)
          list.append(99)
        }
      }
    }
    #expect(seen.sorted() == Array(0..<35) + [99])
    // Four pages, three requests for the element before a page, and two pages read again.
    #expect(asked.value == 9)
  }

  @Test("a list with ids costs a request for one element for each page but the first")
  func price() async throws {
    let limits = Locked<[Int]>([])
    let sequence = PageSequence<Int>(limit: 10, id: { String($0) }) { (page, limit) async throws(ClientError) in
      limits.withLock { $0.append(limit) }
      let start = min(page * limit, 25)
      return Page(items: Array(start..<min(start + limit, 25)), total: 25, page: page, limit: limit)
    }
    #expect(try await sequence.all() == Array(0..<25))
    #expect(limits.withLock { $0 } == [10, 10, 1, 10, 1])
  }

  @Test("a limit below one is one")
  func limit() async throws {
    #expect(try await pages(3, total: 3, limit: 0).all() == [0, 1, 2])
  }

  @Test("an element that moves to the first page while later ones are read is not missed")
  func movedToTheFront() async throws {
    let list = Locked(Array(0..<100))
    let sequence = PageSequence<Int>(limit: 10, id: { "\($0)" }) { (page, limit) async throws(ClientError) in
      let all = list.withLock { $0 }
      let items = Array(all.dropFirst(page * limit).prefix(limit))
      return Page(items: items, total: all.count, page: page, limit: limit)
    }
    var seen: [Int] = []
    for try await number in sequence {
      seen.append(number)
      if seen.count == 30 { list.withLock { $0.insert($0.remove(at: 55), at: 0) } }
    }
    #expect(seen.count == 100)
    #expect(Set(seen) == Set(0..<100))
  }
}
