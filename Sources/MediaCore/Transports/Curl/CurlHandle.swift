#if os(Linux) && !APPLE_STANDINS
  import CCurl

  /// An easy handle of libcurl with the memory that belongs to it. Used by one transfer at a time.
  ///
  /// `@unchecked Sendable`: it goes from the caller to the loop and back, and is never in two hands.
  final class CurlHandle: @unchecked Sendable {
    let easy: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CCURL_ERROR_SIZE))
    private var fields: OpaquePointer?

    /// Nil where there is no memory.
    init?() {
      guard let easy = ccurl_easy_new() else {
        errorText.deallocate()
        return nil
      }
      self.easy = easy
      reset()
    }

    deinit {
      ccurl_easy_free(easy)
      if let fields { ccurl_list_free(fields) }
      errorText.deallocate()
    }

    /// libcurl's words about the end of the transfer: read by an allow-list, and never kept.
    var lastError: String { String(cString: errorText) }

    /// Makes the handle ready for a transfer: nothing of the one before is left.
    func reset() {
      ccurl_easy_reset(easy)
      if let fields { ccurl_list_free(fields) }
      fields = nil
      errorText[0] = 0
      ccurl_set_pointer(easy, CCURL_ERRORBUFFER, errorText)
    }

    func set(_ option: ccurl_number_option, _ value: Int) { ccurl_set_number(easy, option, value) }

    func set(_ option: ccurl_pointer_option, _ text: String) {
      text.withCString { _ = ccurl_set_pointer(easy, option, $0) }
    }

    /// - Returns: false where libcurl is built without it.
    func set(_ option: ccurl_bytes_option, _ text: String) -> Bool {
      var text = text
      return text.withUTF8 { ccurl_set_bytes(easy, option, $0.baseAddress, $0.count) == CCURL_OK.rawValue }
    }

    /// Sends `body`, of which libcurl keeps a copy, in the way of a POST; the method is another option.
    func setBody(_ bytes: UnsafeRawBufferPointer) {
      set(CCURL_POST, 1)
      ccurl_set_size(easy, CCURL_POSTFIELDSIZE_LARGE, Int64(bytes.count))
      // With a null pointer, libcurl would ask a callback for the body: pass an empty text instead.
      if let address = bytes.baseAddress, !bytes.isEmpty {
        ccurl_set_pointer(easy, CCURL_COPYPOSTFIELDS, address)
      } else {
        set(CCURL_COPYPOSTFIELDS, "")
      }
    }

    func use(_ connections: KeptConnections.Choice) {
      switch connections {
      case .any: break
      case .usedWithin(let seconds): set(CCURL_MAXAGE_CONN, seconds)
      case .onlyNew: set(CCURL_FRESH_CONNECT, 1)
      }
    }

    func setFields(_ lines: [String]) {
      for line in lines { line.withCString { fields = ccurl_list_add(fields, $0) } }
      ccurl_set_pointer(easy, CCURL_HTTPHEADER, fields.map { UnsafeRawPointer($0) })
    }
  }
#endif
