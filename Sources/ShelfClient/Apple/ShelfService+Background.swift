#if canImport(Darwin) || APPLE_STANDINS
  public import MediaCore

  extension ShelfService {
    /// Lets downloads continue while the app is suspended or terminated. Also resumes the downloads that were running when the app last
    /// ended. `background` has to be the transport with which this service was created.
    ///
    /// Each request is for a large part of a file, so that the system seldom has to wake the app. A sign-out ends the downloads and erases
    /// the bytes that were received.
    public func continueDownloads(in background: BackgroundTransport) async {
      client.accounts.onSignOut { _, _ in await background.removeAll() }
      await downloads.setSizes(range: Self.backgroundPart, block: 256 << 10)
      await downloads.start()
    }

    /// The number of bytes of one request, enough for half an hour of audio or more.
    private static let backgroundPart = 64 << 20
  }
#endif
