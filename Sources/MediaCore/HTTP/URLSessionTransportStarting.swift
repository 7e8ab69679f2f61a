import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Keeps nothing: it decides when requests begin.
  ///
  /// On Linux all sessions share one queue. A session with a cache makes ready for a request where the cache answers, and else on that
  /// queue. Answered with low priority, and together with those that come just behind, requests begin once those under way had their
  /// turn: eight at a time take a tenth less.
  ///
  /// `@unchecked Sendable` as its superclass is: its own members are constant.
  final class StartingCache: URLCache, @unchecked Sendable {
    private struct Start: @unchecked Sendable {
      let answer: (CachedURLResponse?) -> Void
    }

    private let waiting = Locked<[Start]>([])
    private let isBusy: @Sendable () -> Bool

    /// - Parameter isBusy: whether requests other than the one that begins are under way.
    init(isBusy: @escaping @Sendable () -> Bool) {
      self.isBusy = isBusy
      super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func getCachedResponse(
      for dataTask: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) {
      let start = Start(answer: completionHandler)
      let isFirst = waiting.withLock { waiting in
        waiting.append(start)
        return waiting.count == 1
      }
      guard isFirst else { return }
      DispatchQueue.global(qos: .background).async { [waiting, isBusy] in
        // The shortest sleep that there is, some 60 microseconds.
        if isBusy() { usleep(1) }
        let starts = waiting.withLock { waiting in
          defer { waiting = [] }
          return waiting
        }
        starts.forEach { $0.answer(nil) }
      }
    }

    override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {}
  }
#endif
