#if canImport(Darwin) || APPLE_STANDINS
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if APPLE_STANDINS
    import AppleFoundation
  #endif

  /// A transport whose downloads continue while the app is suspended, and after the app has ended. All other requests go through a second
  /// transport, `foreground`.
  ///
  /// Create one transport for each identifier, at each launch, and pass the transport to the service. Then connect the app's delegate:
  ///
  /// ```swift
  /// let background = BackgroundTransport(identifier: "com.example.app.shelf")
  /// let shelf = ShelfService(server: address, transport: background)
  /// await shelf.continueDownloads(in: background)
  ///
  /// func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String) async {
  ///   await background.finishEvents(of: identifier)
  /// }
  /// ```
  ///
  /// The system itself follows the redirects of a background download, and could send credentials to another server. A download therefore
  /// runs in the background only if the server first answers a small request for the same address without a redirect. All other downloads
  /// run only while the app runs.
  public final class BackgroundTransport: Transport {
    private let identifier: String
    private let foreground: any Transport
    private let desk: TransferDesk
    private let delegate: Delegate
    private let session: URLSession

    /// Creates a transport over a background session of the system.
    /// - Parameters:
    ///   - identifier: identifies the background session. Use the same identifier at each launch, and a different one for each service.
    ///   - foreground: the transport for every request that cannot run in the background. Only a download whose request has a `Range`
    ///     header can run in the background.
    public init(identifier: String, foreground: any Transport = DefaultTransport()) {
      self.identifier = identifier
      self.foreground = foreground
      let folder = FolderFileSystem.defaultFolder.appendingPathComponent("transfers", isDirectory: true)
      desk = TransferDesk(inbox: TransferInbox(folder: folder.appendingPathComponent(identifier.fileName)))
      delegate = Delegate(desk: desk)
      let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
      configuration.sessionSendsLaunchEvents = true
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await foreground.send(request) }

    public func download(
      _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
    ) async throws -> HTTPResponse {
      let key = TransferInbox.key(request)
      // Drop it before the check below, which would take it for the answer.
      desk.dropRefusal(key)
      guard try await canRunInBackground(request, key) else {
        return try await foreground.download(request, receive: receive)
      }
      do {
        try await desk.answer(for: key) { [self] isAnew in
          if !isAnew, await isRunning(key) { return false }
          let task = session.downloadTask(with: URLRequest(request))
          task.taskDescription = key
          task.resume()
          return true
        }
      } catch {
        if Task.isCancelled { await cancel(key) }
        throw error
      }
      return try await deliver(key, request, receive)
    }

    private func deliver(
      _ key: String, _ request: HTTPRequest, _ receive: @escaping @Sendable (DownloadPiece) async throws -> Void
    ) async throws -> HTTPResponse {
      guard let head = desk.inbox.read(key) else { throw TransportFailure.unreachable(.connectionLost) }
      defer { desk.inbox.remove(key) }
      guard desk.inbox.size(key) <= request.maximumResponseBytes else { throw TransportFailure.tooLarge }
      let response = head.response
      try await receive(.head(response))
      try await desk.inbox.read(key) { try await receive(.bytes($0)) }
      return response
    }

    private func canRunInBackground(_ request: HTTPRequest, _ key: String) async throws -> Bool {
      if desk.inbox.read(key) != nil { return true }
      guard request.method == .get, request.fields["Range"] != nil else { return false }
      if await isRunning(key) { return true }
      return try await answersItself(request)
    }

    /// Whether the address answers without a redirect: asks for one byte over `foreground`, which follows none here.
    private func answersItself(_ request: HTTPRequest) async throws -> Bool {
      var probe = request
      let range = request.fields["Range"] ?? ""
      guard let start = range.split(separator: "=").last?.split(separator: "-").first.flatMap({ Int($0) }) else {
        return false
      }
      probe.fields["Range"] = "bytes=\(start)-\(start)"
      probe.redirects = .none
      probe.maximumResponseBytes = 1 << 20
      return try await foreground.send(probe).status == 206
    }

    private func isRunning(_ key: String) async -> Bool {
      await session.allTasks.contains { $0.taskDescription == key && ($0.state == .running || $0.state == .suspended) }
    }

    private func cancel(_ key: String) async {
      for task in await session.allTasks where task.taskDescription == key { task.cancel() }
    }

    // MARK: The app

    /// Waits until the system has delivered all events of the background session `identifier` that occurred while the app did not run. Call
    /// this function from the app delegate's `handleEventsForBackgroundURLSession`, or from SwiftUI's `backgroundTask(.urlSession(…))`.
    ///
    /// Returns at once if `identifier` is not the identifier of this transport.
    public func finishEvents(of identifier: String) async {
      guard identifier == self.identifier else { return }
      await delegate.events.wait()
    }

    /// Cancels every background download, and removes from disk the downloaded bytes that the service has not received yet. A sign-out
    /// needs this.
    public func removeAll() async {
      for task in await session.allTasks { task.cancel() }
      desk.inbox.removeAll()
    }

    private final class Delegate: NSObject, URLSessionDownloadDelegate {
      let events = TransferEvents()
      private let desk: TransferDesk

      init(desk: TransferDesk) { self.desk = desk }

      func urlSession(
        _ session: URLSession, downloadTask task: URLSessionDownloadTask, didFinishDownloadingTo location: URL
      ) {
        events.deliver()
        guard let key = task.taskDescription, let answer = task.response as? HTTPURLResponse else { return }
        guard let asked = task.originalRequest?.url, let came = answer.url, Origin(asked) == Origin(came) else {
          // If a redirect led to another server, drop the file: it must not be stored as the requested one.
          return desk.finished(key, .malformed)
        }
        do {
          try desk.inbox.put(location, TransferInbox.Head(HTTPResponse(answer)), key: key)
          desk.finished(key)
        } catch { desk.finished(key, .unreachable(.unknown)) }
      }

      func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        events.deliver()
        guard let error, let key = task.taskDescription else { return }
        desk.finished(key, TransportFailure(error))
      }

      func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        events.finish()
      }
    }
  }
#endif
