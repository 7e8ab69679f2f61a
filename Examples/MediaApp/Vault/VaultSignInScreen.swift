import MediaCore
import SwiftUI
import VaultClient

struct VaultSignInScreen: View {
  @EnvironmentObject private var services: Services
  @StateObject private var signIn = VaultSignInViewModel { address, allowsPlainHTTP in
    var options = ClientOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    return VaultService(server: address, options: options)
  }
  .observable()
  @State private var showsPage = false

  var body: some View {
    SignInForm(
      tab: .vault, prompt: "Empty for the public server", nameTitle: "User name", address: signIn.binding(\.address),
      isFound: [.chooseWay, .signingIn, .provider].contains(signIn.step),
      isBusy: [.searching, .signingIn].contains(signIn.step), offersPassword: signIn.offersPassword,
      trouble: signIn.notice ?? signIn.error.map { signIn.model.text($0) },
      findServer: { signIn.model.findServer() }, signIn: { signIn.model.signIn(username: $0, password: $1) },
      needsPlainHTTP: signIn.problem == .needsPlainHTTP, allowPlainHTTP: { signIn.model.allowPlainHTTP() },
      cancel: { signIn.model.cancel() }
    ) {
      #if canImport(WebKit)
        if signIn.offersAuth0 {
          Button("Sign In with Auth0") { signIn.model.startAuth0() }
          Button("Make an Account") { signIn.model.startAuth0(.signup) }
        }
      #endif
    }
    .navigationTitle("ViewVault")
    #if canImport(WebKit)
      .sheet(isPresented: $showsPage, onDismiss: closePage) {
        if let page = signIn.providerPage {
          NavigationStack {
            WebSignInPage(page, isCallback: { signIn.model.isCallback($0) }) {
              signIn.model.finishAuth0(callback: $0)
            }
            .toolbar { Button("Close") { showsPage = false } }
          }
        }
      }
    #endif
    .onChange(of: signIn.step) { step in
      showsPage = step == .provider
      if step == .signedIn, let vault = signIn.model.vault { services.use(vault, at: signIn.server) }
    }
  }

  /// Cancels the sign-in when the user has closed the page.
  private func closePage() { if signIn.step == .provider { signIn.model.cancel() } }
}
