#if canImport(Darwin) || APPLE_STANDINS
  public import MediaCore

  extension ShelfService {
    /// Lets downloads continue while the app is suspended or terminated, and resumes those that were under way. The service has to be
    /// created with `background` as its transport.
    ///
    /// Each request is for a large part of a file, so that the system seldom wakes the app. A sign-out ends the downloads and
    /// erases the bytes received.
    public func continueDownloads(in background: BackgroundTransport) async {
      client.accounts.onSignOut { _, _ in await background.removeAll() }
      await downloads.setSizes(range: Self.backgroundPart, block: 256 << 10)
      await downloads.start()
    }

    /// Bytes of one request: half an hour of audio and more.
    private static let backgroundPart = 64 << 20
  }
#endif
