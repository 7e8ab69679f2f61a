import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("A page of a list whose request failed")
struct MissingPagesTests {
  private let rig: ShelfRig
  private let model: LibraryViewModel

  /// The five books of the sample library, two on each page; the first page is shown.
  init() async throws {
    rig = try await ShelfRig()
    model = LibraryViewModel(shelf: rig.shelf, library: rig.books, pageSize: 2)
    await model.refreshAndWait()
    #expect(titles == ["Field Notes", "First Light"])
  }

  private var titles: [String] { model.state.rows.value?.map(\.title) ?? [] }

  /// Asks for the second page while there is no network.
  private func failSecondPage() async throws {
    rig.network.isDown = true
    model.appear(try #require(model.state.rows.value?.last).id)
    await model.settled()
    #expect(titles.count == 2 && model.state.error?.kind == .unreachable)
    rig.network.isDown = false
  }

  @Test("is requested again after a pull, although no row appears a second time")
  func pulled() async throws {
    try await failSecondPage()
    await model.refreshAndWait()
    #expect(titles == ["Field Notes", "First Light", "Only Text", "Second Light"])
    #expect(model.state.error == nil && !model.state.isLoadingMore)
    let requests = rig.count(.shelfLibrariesItems)
    await model.refreshAndWait()
    #expect(rig.count(.shelfLibrariesItems) == requests + 1)
  }

  @Test("is requested again on an observed screen once the network is back, without a pull")
  func networkBack() async throws {
    FreshReading.shared(rig.shelf.client.accounts).move(isFront: true)
    model.onChange = { _ in }
    try await failSecondPage()
    for _ in 0..<6 {
      await rig.clock.advance(by: .seconds(10))
      await model.settled()
    }
    #expect(titles == ["Field Notes", "First Light", "Only Text", "Second Light"])
    #expect(model.state.error == nil)
  }

  @Test("shows its error once for as long as it fails, although the first page answers each read by itself")
  func failsAlone() async throws {
    let isBad = Locked(true)
    let rig = try await ShelfRig(through: { SecondPageFails(base: $0, isBad: isBad) })
    FreshReading.shared(rig.shelf.client.accounts).move(isFront: true)
    let model = LibraryViewModel(shelf: rig.shelf, library: rig.books, pageSize: 2)
    model.onChange = { _ in }
    await model.refreshAndWait()
    model.loadMore()
    await model.settled()
    #expect(model.state.error?.kind == .timedOut)
    var kinds: [ClientError.Kind?] = []
    let token = model.observe { kinds.append($0.error?.kind) }
    let requests = rig.count(.shelfLibrariesItems)
    for _ in 0..<6 {
      await rig.clock.advance(by: .seconds(10))
      await model.settled()
    }
    #expect(rig.count(.shelfLibrariesItems) > requests)
    #expect(!kinds.contains(nil))
    isBad.withLock { $0 = false }
    await model.refreshAndWait()
    #expect(model.state.rows.value?.count == 4 && model.state.error == nil)
    withExtendedLifetime(token) {}
  }

  @Test("is requested again when a row of the page before it appears")
  func neighbour() async throws {
    for _ in 0..<2 {
      model.loadMore()
      await model.settled()
    }
    #expect(titles.count == 5 && !model.state.hasMore)
    await model.refreshAndWait()
    rig.network.isDown = true
    let rows = try #require(model.state.rows.value)
    model.appear(rows[2].id)
    await model.settled()
    #expect(model.state.error?.kind == .unreachable)
    rig.network.isDown = false
    let requests = rig.count(.shelfLibrariesItems)
    model.appear(rows[1].id)
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) == requests + 1)
    #expect(model.state.error == nil)
    model.appear(rows[1].id)
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) == requests + 1)
  }

  @Test("is not requested again for a list that was left meanwhile")
  func otherList() async throws {
    try await failSecondPage()
    model.setFilter(.genre("Essay"))
    await model.settled()
    let requests = rig.count(.shelfLibrariesItems)
    await model.refreshAndWait()
    #expect(rig.count(.shelfLibrariesItems) == requests + 1)
    #expect(titles == ["Field Notes"])
  }
}

/// Passes all requests on but those for the second page of a list, which time out.
private struct SecondPageFails: Transport {
  let base: any Transport
  let isBad: Locked<Bool>

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isSecond = request.operation == .shelfLibrariesItems && request.url.query?.contains("page=1") == true
    if isSecond, isBad.withLock({ $0 }) { throw TransportFailure.timedOut }
    return try await base.send(request)
  }
}
