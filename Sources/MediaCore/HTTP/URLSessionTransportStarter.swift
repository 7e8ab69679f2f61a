import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// Begins the requests of a session, off the threads of their callers: all that came meanwhile in one go.
  ///
  /// On Linux all sessions share one queue, and a request that begins waits for it twice. The threads that run tasks are few, and the
  /// answers that have come wait for them.
  final class RequestStarter: Sendable {
    let cache = StartingCache()
    private let queue = DispatchQueue(label: "MediaClients.RequestStarter")
    private let answers = DispatchQueue(label: "MediaClients.RequestStarter.answers")
    private let waiting = Locked<[Start]>([])

    private struct Start {
      let begin: @Sendable () -> Void
    }

    /// - Parameter isAlone: no other request is under way, so that the wake of a thread would cost more than the wait.
    func start(isAlone: Bool, _ begin: @escaping @Sendable () -> Void) {
      if isAlone {
        begin()
        return cache.answer()
      }
      let isFirst = waiting.withLock { waiting in
        waiting.append(Start(begin: begin))
        return waiting.count == 1
      }
      if isFirst { queue.async { self.startAll() } }
    }

    private func startAll() {
      let all = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      all.forEach { $0.begin() }
      answers.async { [cache] in cache.answer() }
    }
  }

  /// Keeps nothing. A session makes its part of a request ready on the thread on which its cache answers. A session without a cache does
  /// so on the shared queue, and every other request waits.
  ///
  /// `@unchecked Sendable` as its superclass is: its own member is constant.
  final class StartingCache: URLCache, @unchecked Sendable {
    private struct Question: @unchecked Sendable {
      let answer: (CachedURLResponse?) -> Void
    }

    private let questions = Locked<[Question]>([])

    init() { super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil) }

    required init?(coder: NSCoder) { nil }

    /// Answers all that was asked.
    func answer() {
      let asked = questions.withLock { questions in
        defer { questions = [] }
        return questions
      }
      asked.forEach { $0.answer(nil) }
    }

    override func getCachedResponse(
      for dataTask: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) {
      let question = Question(answer: completionHandler)
      questions.withLock { $0.append(question) }
    }

    override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {}
  }
#endif
