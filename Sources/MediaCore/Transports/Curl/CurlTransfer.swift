#if os(Linux) && !APPLE_STANDINS
  import CCurl
  import Foundation

  /// One request of a ``CurlLoop``, from its start to its answer.
  ///
  /// `@unchecked Sendable`: its variables are those of whoever holds the loop's lock.
  final class CurlTransfer: @unchecked Sendable {
    /// How a transfer ended.
    enum Outcome: Sendable {
      case answer(HTTPResponse)
      /// To be followed; the answer was not handed over.
      case redirect(HTTPRequest)
    }

    let request: HTTPRequest
    let handle: CurlHandle
    /// Takes the answer piece by piece; nil for an answer that is returned whole.
    let backlog: DownloadBacklog?
    /// A download, or something that takes as long.
    let isBulk: Bool
    /// The hops before this one.
    let hops: Int
    /// Called once, without the loop's lock.
    var done: @Sendable (Result<Outcome, TransportFailure>) -> Void = { _ in }

    /// The end that was decided here and not by libcurl.
    private(set) var failure: TransportFailure?
    /// Nobody takes bytes at the moment: libcurl waits, and with it the sender.
    private(set) var isPaused = false

    /// When it left the queue, in nanoseconds of ``ccurl_uptime()``; of a redirect, when its first hop did.
    private(set) var began: UInt64?
    private let timeout: UInt64
    /// Since when nothing came, in nanoseconds of ``ccurl_uptime()``.
    private var silentSince: UInt64 = 0
    private var sentBytes: Int64 = 0
    private var writes = 0

    private var head = CurlHead()
    private var length: Int?
    private var inflater: Inflater?
    private var next: HTTPRequest?
    /// As they came, and after unpacking.
    private var (packed, received) = (0, 0)
    private var body = Data()

    /// - Parameter previous: the hop that has led here.
    init(
      _ request: HTTPRequest, after previous: CurlTransfer? = nil, handle: CurlHandle, backlog: DownloadBacklog? = nil
    ) {
      (self.request, self.handle, self.backlog) = (request, handle, backlog)
      isBulk = backlog != nil || request.isBulk
      (hops, began) = (previous.map { $0.hops + 1 } ?? 0, previous?.began)
      timeout = request.timeout.nanoseconds
    }

    /// Before the transfer is started.
    func listen() {
      let context = Unmanaged.passUnretained(self).toOpaque()
      ccurl_set_callbacks(handle.easy, onHead, onBody, onRequest, context)
    }

    // MARK: Time

    /// It leaves the queue.
    func begin(at now: UInt64) {
      silentSince = began ?? now
      began = silentSince
    }

    /// When it is over unless something comes before, in nanoseconds of ``ccurl_uptime()``. The whole head has to come within the
    /// attempt's time, and in the body no pause may be longer.
    var deadline: UInt64 {
      if isPaused { return .max }
      let (sum, isOver) = silentSince.addingReportingOverflow(timeout)
      return isOver ? .max : sum
    }

    /// Whether it ends now: a body that is still on its way up is no silence.
    func isOverdue(at now: UInt64) -> Bool {
      guard deadline <= now else { return false }
      let sent = ccurl_size(handle.easy, CCURL_INFO_SIZE_UPLOAD)
      guard !head.isWhole, sent > sentBytes, request.body != nil else { return true }
      (sentBytes, silentSince) = (sent, now)
      return false
    }

    func end(with failure: TransportFailure) { self.failure = self.failure ?? failure }

    // MARK: What libcurl calls

    /// Before the request is written to a connection. A second time means that libcurl tries again by itself, after a kept connection
    /// that died: the first one may have arrived.
    func mayWrite() -> Bool {
      writes += 1
      if writes > 1 { end(with: .unreachable(.connectionLost)) }
      return writes == 1
    }

    /// - Returns: false ends the transfer.
    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
      let wasWhole = head.isWhole
      guard head.take(line) else {
        end(with: .malformed)
        return false
      }
      if !head.isWhole || wasWhole { return true }
      silentSince = ccurl_uptime()
      do throws(TransportFailure) {
        try takeWholeHead()
        return true
      } catch {
        end(with: error)
        return false
      }
    }

    private func takeWholeHead() throws(TransportFailure) {
      let promised = try head.contentLength()
      if request.method != .head, head.status != 204, head.status != 304 {
        length = promised
        if try head.isCoded(for: request) {
          inflater = Inflater()
          guard inflater != nil else { throw .malformed }
        }
      }
      if hops < 5 {
        next = Redirect(original: request, from: nil, location: head.fields["Location"]).next(after: head.status)
      }
      if next == nil {
        if let length, length > request.maximumResponseBytes { throw .tooLarge }
        if inflater == nil, backlog == nil { body.reserveCapacity(min(length ?? 0, 1 << 20)) }
        backlog?.add(.head(response))
      }
    }

    /// - Returns: the bytes that were taken, `CCURL_PAUSE` for later; 0 ends the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard failure == nil, head.isWhole else { return 0 }
      // If `next` is set, this is a redirect's body. Read at most 64 KB to reuse the connection: a longer body costs more than a new one.
      if next != nil { return take(bytes, upTo: 64 << 10) ? bytes.count : 0 }
      if let backlog, backlog.isFull() {
        isPaused = true
        return Int(CCURL_PAUSE)
      }
      silentSince = ccurl_uptime()
      packed += bytes.count
      if let inflater {
        guard inflater.unpack(bytes, { self.keep($0) }) else {
          end(with: .malformed)
          return 0
        }
        return bytes.count
      }
      return keep(bytes) ? bytes.count : 0
    }

    private func take(_ bytes: UnsafeRawBufferPointer, upTo limit: Int) -> Bool {
      packed += bytes.count
      silentSince = ccurl_uptime()
      return packed <= limit
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
      received += bytes.count
      guard received <= request.maximumResponseBytes else {
        end(with: .tooLarge)
        return false
      }
      if let backlog {
        backlog.add(.bytes(Data(bytes)))
      } else {
        body.append(contentsOf: bytes)
      }
      return true
    }

    func goOn() {
      guard isPaused else { return }
      isPaused = false
      silentSince = ccurl_uptime()
      ccurl_resume(handle.easy)
    }

    // MARK: The end

    /// - Parameter code: libcurl's.
    func result(_ code: Int32) -> Result<Outcome, TransportFailure> {
      if let failure { return .failure(failure) }
      if let next { return .success(.redirect(next)) }
      if code != Int32(CCURL_OK.rawValue) { return .failure(TransportFailure(code: code, of: handle)) }
      // libcurl reports success even if the head broke off, so check the head.
      guard head.isWhole else { return .failure(.unreachable(.connectionLost)) }
      if let length, packed != length { return .failure(.unreachable(.connectionLost)) }
      if let inflater, packed > 0, !inflater.isAtEnd { return .failure(.unreachable(.connectionLost)) }
      return .success(.answer(response))
    }

    private var response: HTTPResponse {
      HTTPResponse(status: head.status, fields: head.fields, body: body, url: request.url)
    }
  }

  private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private let onHead: ccurl_bytes_callback = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.takeHead(line) == true ? line.count : 0
  }

  private let onBody: ccurl_bytes_callback = { bytes, size, count, context in
    transfer(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
  }

  private let onRequest: ccurl_request_callback = { context, _, _, _, _ in
    transfer(context)?.mayWrite() == true ? 0 : 1
  }

  extension Duration {
    /// Not negative, and none that a sum could overflow with.
    fileprivate var nanoseconds: UInt64 {
      let (seconds, attoseconds) = components
      guard seconds >= 0 else { return 0 }
      return UInt64(min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(max(0, attoseconds / 1_000_000_000))
    }
  }
#endif
