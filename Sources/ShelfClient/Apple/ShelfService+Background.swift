#if canImport(Darwin) || APPLE_STANDINS
  public import MediaCore

  extension ShelfService {
    /// Lets downloads go on while the app is suspended or gone, and goes on with those that were under way. The service has to be made
    /// with that transport.
    ///
    /// The system is asked for large parts of a file, so that it wakes the app seldom. A sign-out ends them and erases what has come.
    public func continueDownloads(in background: BackgroundTransport) async {
      client.accounts.onSignOut { _, _ in await background.removeAll() }
      await downloads.setSizes(range: Self.backgroundPart, block: 256 << 10)
      await downloads.start()
    }

    /// Bytes of one request: half an hour of audio and more.
    private static let backgroundPart = 64 << 20
  }
#endif
