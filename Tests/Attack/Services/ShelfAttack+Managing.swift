import MediaCore
import ShelfClient
import ShelfTesting
import Testing

extension AttackedShelf {
  /// The podcast directory, publishing, and e-readers.
  var managing: [AttackCall] {
    [
      AttackCall("directory") { arguments in
        let library = try #require(try await shelf.libraries.all().first { $0.mediaType == .podcast })
        let outline = "<outline text=\"Waves\" xmlUrl=\"https://feeds.example.org/waves.xml\"/>"
        try await allowed { _ = try await shelf.directory.podcasts(named: arguments.text("Radio"), country: nil) }
        try await allowed {
          _ = try await shelf.directory.feeds(inOPML: arguments.text("<opml><body>\(outline)</body></opml>"))
        }
        try await allowed {
          try await shelf.directory.addFeeds(
            [arguments.text("https://feeds.example.org/waves.xml")], library: library.id,
            folder: library.folders.first?.id ?? "", autoDownload: false)
        }
        try await allowed { try await shelf.directory.clearQueue(of: arguments.text(signals)) }
      },
      AttackCall("publishing") { arguments in
        let book = try await shelf.publishing.published(notes.libraryItemId).media.book
        try await allowed {
          let share = try await shelf.publishing.share(
            book: book?.id ?? "", as: arguments.text("notes"), until: nil, isDownloadable: true)
          try await shelf.publishing.endShare(share.id)
        }
        try await allowed {
          let feed = try await shelf.publishing.openFeed(of: .item(signals), as: arguments.text("signals"))
          try await shelf.publishing.closeFeed(feed.id)
        }
      },
      AttackCall("readers") { arguments in
        let user = try await shelf.account.me().id
        var device = EReaderDevice(name: arguments.text("Reader"))
        device.email = arguments.text("reader@example.org")
        try await allowed { [device] in try await shelf.readers.setOwnDevices([device], of: user) }
        try await allowed { try await shelf.readers.sendEbook(of: notes.libraryItemId, to: arguments.text("Reader")) }
      },
    ]
  }

  /// Makes a call that the server may also refuse for what was asked.
  private func allowed(_ call: () async throws -> Void) async throws {
    do { try await call() } catch let error as ClientError
      where [.notFound, .invalidRequest, .conflict, .forbidden].contains(error.kind)
    {}
  }
}
