import Foundation
public import MediaCore

/// The content of a callback: a code, or the reason why there is none.
enum SignInCallback: Hashable, Sendable {
  case code(String)
  case refusal(String)

  /// - Parameters:
  ///   - query: the query of the callback, as written.
  ///   - state: the state that the sign-in sent.
  init(query: String?, state: String) throws(SignInProblem) {
    var found: [String: String] = [:]
    for pair in (query ?? "").split(separator: "&", omittingEmptySubsequences: false) {
      let (rawName, rawValue) = pair.splitAtEquals
      guard let name = Self.decoded(rawName), let value = Self.decoded(rawValue) else { throw .malformed }
      guard ["code", "state", "error"].contains(name) else { continue }
      guard found.updateValue(value, forKey: name) == nil else { throw .contradictory }
    }
    guard let given = found["state"], !given.isEmpty else { throw .missingState }
    guard Self.isSame(given, state) else { throw .wrongState }
    switch (found["code"], found["error"]) {
    case (_?, _?): throw .contradictory
    case (nil, let error?):
      guard Self.isWord(error, longest: 64) else { throw .malformed }
      self = .refusal(error)
    case (let code?, nil):
      guard !code.isEmpty else { throw .missingCode }
      guard Self.isWord(code, longest: 2048) else { throw .malformed }
      self = .code(code)
    case (nil, nil): throw .missingCode
    }
  }

  private static func decoded(_ text: String) -> String? {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
  }

  /// Whether a text has only the characters that codes and error codes are made of.
  private static func isWord(_ text: String, longest: Int) -> Bool {
    !text.isEmpty && text.utf8.count <= longest && text.consists(of: "-._~|:/=")
  }

  /// Compares in constant time, wherever the difference is.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The reason why an address is not accepted as the callback of a sign-in. Read this value from `signInProblem` of an
/// `invalidRequest` error.
public enum SignInProblem: String, Sendable, Hashable, CaseIterable, Error {
  /// The address is not the callback address to which Auth0 redirects.
  case notTheCallback
  /// No sign-in is in progress.
  case unsolicited
  /// A callback of this sign-in was accepted before.
  case repeated
  /// The sign-in took longer than ``SignInFlow/lifetime``.
  case expired
  /// The callback has no `state` parameter.
  case missingState
  /// The `state` of the callback belongs to another sign-in.
  case wrongState
  /// The callback has no code.
  case missingCode
  /// A parameter of the callback occurs twice, or the callback contains both a code and an error.
  case contradictory
  /// The parameters of the callback are not well-formed text.
  case malformed

  var error: ClientError {
    ClientError(.invalidRequest, operation: .vaultAccountCallback, detail: "callback.\(rawValue)")
  }
}

extension ClientError {
  /// The reason why a callback was not accepted; nil if this error has another cause.
  public var signInProblem: SignInProblem? { detail(after: "callback.").flatMap(SignInProblem.init(rawValue:)) }

  /// Auth0's reason for refusing a sign-in, such as `access_denied`; nil if this error has another cause.
  public var signInRefusal: String? { detail(after: "auth0.") }

  private func detail(after prefix: String) -> String? {
    detail.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
  }
}
