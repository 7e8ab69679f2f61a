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
  /// Why the provider's page could not be shown; nil without trouble.
  @State private var browserTrouble: String?

  /// A redirect that Audiobookshelf allows by default.
  private static let redirect = URL(string: "audiobookshelf://oauth")

  var body: some View {
    SignInForm(
      tab: .shelf, prompt: "nas.local:13378", nameTitle: "User name", address: signIn.binding(\.address),
      isFound: [.chooseWay, .signingIn, .provider].contains(signIn.step),
      isBusy: [.searching, .signingIn, .provider].contains(signIn.step), offersPassword: signIn.offersPassword,
      trouble: trouble, findServer: { signIn.model.findServer() },
      signIn: { signIn.model.signIn(username: $0, password: $1) },
      needsPlainHTTP: signIn.problem == .needsPlainHTTP, allowPlainHTTP: { signIn.model.allowPlainHTTP() },
      cancel: { signIn.model.cancel() }
    ) {
      if signIn.offersOpenID {
        Button(signIn.openIDButton ?? "Sign In with a Provider") {
          browserTrouble = nil
          if let redirect = Self.redirect { signIn.model.startOpenID(redirect: redirect) }
        }
      }
    }
    .navigationTitle("Audiobookshelf")
    .task(id: signIn.providerPage) { await showProvider() }
    .onChange(of: signIn.step) { step in
      if step == .signedIn, let shelf = signIn.model.shelf { services.use(shelf, at: signIn.server) }
    }
  }

  private var trouble: String? {
    // The only problem without an error: a server that answered, and has no user yet.
    if signIn.problem == .notSetUp { return "This server has no user yet. Set it up in a browser, then continue here." }
    return signIn.error.map { signIn.model.text($0) } ?? browserTrouble
  }

  private func showProvider() async {
    guard let page = signIn.providerPage, let redirect = Self.redirect, let end = WebSignInRedirect(redirect) else {
      return
    }
    let browser = WebSignIn()
    self.browser = browser
    do {
      if let callback = try await browser.open(page, until: end) {
        signIn.model.finishOpenID(callback: callback)
      } else {
        signIn.model.cancel()
      }
    } catch {
      if !error.isCancellation { browserTrouble = signIn.model.text(error) }
      signIn.model.cancel()
    }
  }
}
