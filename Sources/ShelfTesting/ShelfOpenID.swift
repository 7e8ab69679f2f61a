import Foundation
import MediaTesting

/// The sign-ins through an identity provider that are under way. The provider itself is not simulated: a test gets a code from
/// ``FakeShelfServer/openIDCode(for:)``.
struct ShelfOpenID: Sendable {
  struct Flow: Sendable {
    let state: String
    let redirect: String
  }

  static let provider = "https://id.example"

  /// The flows by the id of the browser session, which the server keeps in memory.
  var flows: [String: Flow] = [:]
  /// The address to redirect to for each state, valid once.
  var redirects: [String: String] = [:]
  /// The user's id for each of the provider's codes.
  var codes: [String: String] = [:]
}

extension ShelfWorld {
  /// Allows users to sign in through an identity provider.
  /// - Parameters:
  ///   - redirects: the URLs of apps to which the server may send the browser; `*` allows all URLs.
  ///   - allowsPasswords: whether users can also sign in with a user name and a password.
  public mutating func enableOpenID(redirects: [String] = ["audiobookshelf://oauth"], allowsPasswords: Bool = true) {
    openIDRedirects = redirects
    let methods: [String] = allowsPasswords ? ["local", "openid"] : ["openid"]
    status["authMethods"] = .strings(methods)
    status["authFormData"] = (status["authFormData"] ?? [:]).with("authOpenIDButtonText", "Login with OpenId")
      .with("authOpenIDAutoLaunch", false)
    serverSettings["authActiveAuthMethods"] = .strings(methods)
  }

  func allows(signInBy method: String) -> Bool { status["authMethods"]?.texts.contains(method) ?? (method == "local") }
}

extension ShelfState {
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  mutating func startOpenID(_ call: ShelfCall) -> HTTPResponse {
    guard world.allows(signInBy: "openid") else { return .shelfPage(500) }
    if let type = call.query["response_type"], type != "code" {
      return .shelfSentence("Invalid response_type, only code supported")
    }
    let redirect = call.query["redirect_uri"] ?? ""
    guard !redirect.isEmpty, world.openIDRedirects == ["*"] || world.openIDRedirects.contains(redirect) else {
      return .shelfSentence("Invalid redirect_uri")
    }
    guard let challenge = call.query["code_challenge"], !challenge.isEmpty else {
      return .shelfSentence("code_challenge required for mobile flow (PKCE)")
    }
    if let method = call.query["code_challenge_method"], method != "S256" {
      return .shelfSentence("Only S256 code_challenge_method method supported")
    }
    let state = call.query["state"].flatMap { $0.isEmpty ? nil : $0 } ?? random.uuid()
    let session = random.uuid()
    openID.flows[session] = ShelfOpenID.Flow(state: state, redirect: redirect)
    openID.redirects[state] = redirect
    let back = Self.encoded("\(call.origin)\(settings.subPath)/auth/openid/mobile-redirect")
    var answer = HTTPResponse.shelfRedirect(
      to: "\(ShelfOpenID.provider)/authorize?client_id=audiobookshelf&scope=openid%20profile%20email"
        + "&response_type=code&redirect_uri=\(back)&state=\(Self.encoded(state))"
        + "&code_challenge=\(Self.encoded(challenge))&code_challenge_method=S256")
    answer.fields.append("Set-Cookie", "connect.sid=s%3A\(session); Path=/; HttpOnly")
    answer.fields.append("Set-Cookie", "auth_method=openid-mobile; Path=/; HttpOnly")
    return answer
  }

  mutating func returnToApp(_ call: ShelfCall) -> HTTPResponse {
    guard let state = call.query["state"], let redirect = openID.redirects.removeValue(forKey: state) else {
      return .shelfSentence("State parameter mismatch")
    }
    let code = Self.encoded(call.query["code"] ?? "")
    return .shelfRedirect(to: "\(redirect)?code=\(code)&state=\(Self.encoded(state))")
  }

  mutating func finishOpenID(_ call: ShelfCall) -> HTTPResponse {
    func failed(_ reason: String) -> HTTPResponse {
      .shelfRedirect(to: "\(settings.subPath)/login?error=\(Self.encoded(reason))&autoLaunch=0")
    }
    let cookie = call.request.cookie("connect.sid")?.replacingOccurrences(of: "s%3A", with: "") ?? ""
    guard let flow = openID.flows.removeValue(forKey: cookie) else { return .shelfSentence("No session") }
    guard call.query["state"] == flow.state else { return failed("state mismatch") }
    guard call.query["code_verifier"]?.isEmpty == false, let code = call.query["code"],
      let id = openID.codes.removeValue(forKey: code), let user = users[id], user.isActive
    else { return failed("Unauthorized") }
    var answer = HTTPResponse.shelfJSON(body: openLogin(of: user, call, returnsToken: true).body)
    answer.fields.append("Set-Cookie", "openid_id_token=\(random.uuid()); Path=/; HttpOnly")
    return answer
  }

  /// The address at which a sign-out continues, after a sign-in through the provider.
  func endSessionAddress(_ call: ShelfCall) -> JSONValue {
    guard call.request.cookie("auth_method")?.hasPrefix("openid") == true,
      let token = call.request.cookie("openid_id_token")
    else { return .null }
    return .string("\(ShelfOpenID.provider)/logout?id_token_hint=\(token)&client_id=audiobookshelf")
  }
}
