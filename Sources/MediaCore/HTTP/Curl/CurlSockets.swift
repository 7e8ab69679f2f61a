#if os(Linux)
  import CCurl

  /// The descriptors that a ``CurlLoop`` waits for: its sockets, a timer, and a way to wake it. One thread waits, any may change them.
  final class CurlSockets: Sendable {
    /// Sockets that are ready, with what they are ready for.
    struct Ready: Sequence {
      fileprivate(set) var sockets: [(socket: Int32, events: Int32)] = []
      fileprivate(set) var isAlarm = false

      func makeIterator() -> IndexingIterator<[(socket: Int32, events: Int32)]> { sockets.makeIterator() }
    }

    private let epoll: Int32
    private let timer: Int32
    private let wakeUpCall: Int32

    /// Nil where the system has no descriptors left.
    init?() {
      (epoll, timer, wakeUpCall) = (ccurl_epoll_new(), ccurl_timer_new(), ccurl_wake_new())
      guard epoll >= 0, timer >= 0, wakeUpCall >= 0 else {
        Self.close([epoll, timer, wakeUpCall])
        return nil
      }
      watch(timer, Int32(CCURL_POLL_IN.rawValue))
      watch(wakeUpCall, Int32(CCURL_POLL_IN.rawValue))
    }

    deinit { Self.close([epoll, timer, wakeUpCall]) }

    private static func close(_ descriptors: [Int32]) { descriptors.filter { $0 >= 0 }.forEach(ccurl_close) }

    func watch(_ socket: Int32, _ what: Int32) { ccurl_epoll_set(epoll, socket, what) }

    /// At a moment of the uptime, in nanoseconds.
    func wake(at moment: UInt64) { ccurl_timer_set(timer, moment) }

    func wakeUp() { ccurl_wake(wakeUpCall) }

    /// Waits until something is ready.
    func wait() -> Ready {
      var ready = Ready()
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { room in
        let (descriptors, events) = (
          UnsafeMutableBufferPointer(rebasing: room[..<64]), UnsafeMutableBufferPointer(rebasing: room[64...])
        )
        let count = ccurl_epoll_wait(epoll, descriptors.baseAddress, events.baseAddress, 64)
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
