import MediaCore

/// The form for the address of a server without sign-in: nothing is used before a server has answered there.
struct AddressEntry: Equatable {
  enum Step: Equatable {
    case typing
    case checking
    case failed(String)
    /// The server speaks only plain http, and the address is not of the own network: the user has to agree.
    case needsPlainHTTP
  }

  private(set) var step = Step.typing
  /// Counts the checks, so that the answer of an earlier one is ignored.
  private var attempt = 0

  var text: String {
    didSet { if text != oldValue { cancel() } }
  }

  init(text: String = "") { self.text = text }

  /// Begins a check.
  /// - Returns: the number that ``finish(_:with:texts:)`` has to be called with; nil while a check runs.
  mutating func begin() -> Int? {
    guard step != .checking else { return nil }
    step = .checking
    attempt += 1
    return attempt
  }

  mutating func cancel() {
    attempt += 1
    step = .typing
  }

  /// Ends a check.
  /// - Parameter error: nil if a server answered.
  /// - Returns: whether the server is to be used: false after an error, and if the user has changed the address during the check.
  mutating func finish(_ number: Int, with error: ClientError?, texts: Texts = .english) -> Bool {
    guard number == attempt, step == .checking else { return false }
    guard let error else {
      step = .typing
      return true
    }
    if error.isCancellation {
      step = .typing
    } else if error.detail == ClientError.Detail.needsConsent {
      step = .needsPlainHTTP
    } else {
      step = .failed(error.text(texts))
    }
    return false
  }
}
