import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Publishing a book")
@MainActor
struct PublishingTests {
  @Test("a share is made, played without an account, and ended")
  func share() async throws {
    let rig = try await ShelfRig()
    let model = PublishingViewModel(shelf: rig.shelf, item: try rig.item("The Salt Clock"))
    model.load()
    await model.settled()
    #expect(model.state.mayPublish && model.state.share == nil && model.state.feed == nil)
    let end = rig.clock.now() + 3600
    model.share(as: "tides", until: end, isDownloadable: true)
    await model.settled()
    let share = try #require(model.state.share)
    #expect(share.slug == "tides" && share.isDownloadable == true)
    #expect(share.expiresAt.map { abs($0.timeIntervalSince(end)) < 0.001 } == true)
    #expect(model.state.shareLink?.path == "/share/tides")
    #expect(try await rig.shelf.shares.open("tides").slug == "tides")
    // Another screen finds the share, and can end it.
    let other = PublishingViewModel(shelf: rig.shelf, item: model.id)
    other.load()
    await other.settled()
    #expect(other.state.share?.id == share.id && other.state.share?.expiresAt == share.expiresAt)
    model.share(as: "again")
    await model.settled()
    #expect(model.state.notice == "The server refused this: Item is already shared")
    other.endShare()
    await other.settled()
    #expect(other.state.share == nil)
    let gone = try? await rig.shelf.shares.open("tides")
    #expect(gone == nil)
    try await rig.shelf.publishing.endShare(share.id)
  }

  @Test("an RSS feed is opened at the address in use, and closed")
  func feed() async throws {
    let rig = try await ShelfRig()
    let model = PublishingViewModel(shelf: rig.shelf, item: try rig.item("Night Signals"))
    model.load()
    await model.settled()
    model.openFeed(as: "night")
    await model.settled()
    let base = try await rig.shelf.client.locator.base().absoluteString
    let root = base.hasSuffix("/") ? String(base.dropLast()) : base
    #expect(model.state.feed?.feedUrl == "\(root)/feed/night")
    let other = PublishingViewModel(shelf: rig.shelf, item: try rig.item("Bread Hour"))
    other.load()
    await other.settled()
    other.openFeed(as: "night")
    await other.settled()
    #expect(other.state.notice == "The server refused this: Slug already in use")
    let series = try #require(
      try await rig.shelf.series.page(0, in: rig.books, limit: 5, sort: nil, descending: false, filter: nil).items.first
    )
    let opened = try await rig.shelf.publishing.openFeed(of: .series(series.id), as: "cycle")
    try await rig.shelf.publishing.closeFeed(opened.id)
    try await rig.shelf.publishing.closeFeed(opened.id)
    model.closeFeed()
    await model.settled()
    #expect(model.state.feed == nil && model.state.notice == nil)
  }

  @Test("sharing as an ordinary user shows that this account may not, and shares nothing")
  func forbidden() async throws {
    let rig = try await ShelfRig(as: "grace")
    let model = PublishingViewModel(shelf: rig.shelf, item: try rig.item("The Salt Clock"))
    model.load()
    await model.settled()
    #expect(!model.state.mayPublish)
    model.share(as: "tides")
    await model.settled()
    #expect(model.state.notice?.hasPrefix("This account may not do that.") == true && model.state.share == nil)
  }
}
