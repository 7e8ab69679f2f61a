import Foundation
import MediaCore
import ShelfClient
import SwiftUI

struct ShelfSignInScreen: View {
  @EnvironmentObject private var services: Services
  @StateObject private var signIn = ShelfSignInViewModel { address, allowsPlainHTTP in
    var options = ClientOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    return ShelfService(server: address, options: options)
  }
  .observable()
  @State private var browser: WebSignIn?

  /// A redirect that Audiobookshelf allows by default.
  private static let redirect = URL(string: "audiobookshelf://oauth")

  var body: some View {
    SignInForm(
      prompt: "nas.local:13378", nameTitle: "User name", address: signIn.binding(\.address),
      isFound: [.chooseWay, .signingIn, .provider].contains(signIn.step),
      isBusy: [.searching, .signingIn].contains(signIn.step),
      trouble: signIn.error.map { signIn.model.text($0) }, findServer: { signIn.model.findServer() },
      signIn: { signIn.model.signIn(username: $0, password: $1) }
    ) {
      if signIn.offersOpenID {
        Button(signIn.openIDButton ?? "Sign In with a Provider") {
          if let redirect = Self.redirect { signIn.model.startOpenID(redirect: redirect) }
        }
      }
      if signIn.problem == .needsPlainHTTP {
        Button("Connect Without Encryption") { signIn.model.allowPlainHTTP() }
      }
    }
    .navigationTitle("Audiobookshelf")
    .task(id: signIn.providerPage) { await showProvider() }
    .onChange(of: signIn.step) { step in
      if step == .signedIn, let shelf = signIn.model.shelf { services.use(shelf) }
    }
  }

  private func showProvider() async {
    guard let page = signIn.providerPage, let redirect = Self.redirect, let end = WebSignInRedirect(redirect) else {
      return
    }
    let browser = WebSignIn()
    self.browser = browser
    if let callback = try? await browser.open(page, until: end) {
      signIn.model.finishOpenID(callback: callback)
    } else {
      signIn.model.cancel()
    }
  }
}
