#if os(Linux) && !APPLE_STANDINS
  import CCurl

  /// The descriptors that a ``CurlLoop`` waits for: its sockets, a timer, and a way to wake it. One thread waits, any may change them.
  ///
  /// `@unchecked Sendable`: `watched` is guarded by the loop's lock.
  final class CurlSockets: @unchecked Sendable {
    /// Sockets that are ready, with what they are ready for.
    struct Ready: Sequence {
      fileprivate(set) var sockets: [(socket: Int32, events: Int32)] = []
      fileprivate(set) var isAlarm = false

      func makeIterator() -> IndexingIterator<[(socket: Int32, events: Int32)]> { sockets.makeIterator() }
    }

    private let epoll: Int32
    private let timer: Int32
    private let wakeUpCall: Int32
    private var watched: Set<Int32> = []

    /// Nil where the system has no descriptors left.
    init?() {
      (epoll, timer, wakeUpCall) = (ccurl_epoll_new(), ccurl_timer_new(), ccurl_wake_new())
      guard epoll >= 0, timer >= 0, wakeUpCall >= 0 else {
        Self.close([epoll, timer, wakeUpCall])
        return nil
      }
      for descriptor in [timer, wakeUpCall] { ccurl_epoll_set(epoll, descriptor, Int32(CCURL_POLL_IN.rawValue)) }
    }

    deinit { Self.close([epoll, timer, wakeUpCall]) }

    private static func close(_ descriptors: [Int32]) { descriptors.filter { $0 >= 0 }.forEach(ccurl_close) }

    /// With the loop's lock. A kept connection stays with the system between two requests: most are used again soon.
    func watch(_ socket: Int32, _ what: Int32) {
      if what == Int32(CCURL_POLL_REMOVE.rawValue) {
        watched.remove(socket)
      } else {
        watched.insert(socket)
        ccurl_epoll_set(epoll, socket, what)
      }
    }

    /// With the loop's lock. Whether somebody waits for a socket that is ready; from the others nothing is heard any more.
    func isWatched(_ socket: Int32) -> Bool {
      if watched.contains(socket) { return true }
      ccurl_epoll_set(epoll, socket, Int32(CCURL_POLL_REMOVE.rawValue))
      return false
    }

    /// At a moment of the uptime, in nanoseconds.
    func wake(at moment: UInt64) { ccurl_timer_set(timer, moment) }

    func wakeUp() { ccurl_wake(wakeUpCall) }

    enum Wait: Int32 {
      case untilReady = -1
      case notAtAll = 0
    }

    func wait(_ wait: Wait) -> Ready {
      var ready = Ready()
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { room in
        let (descriptors, events) = (
          UnsafeMutableBufferPointer(rebasing: room[..<64]), UnsafeMutableBufferPointer(rebasing: room[64...])
        )
        let count = ccurl_epoll_wait(
          epoll, descriptors.baseAddress, events.baseAddress, 64, wait.rawValue)
        for index in 0..<Int(count) {
          if descriptors[index] == timer || descriptors[index] == wakeUpCall {
            ccurl_drain(descriptors[index])
            if descriptors[index] == timer { ready.isAlarm = true }
          } else {
            ready.sockets.append((descriptors[index], events[index]))
          }
        }
      }
      return ready
    }
  }
#endif
