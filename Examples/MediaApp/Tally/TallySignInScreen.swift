import MediaCore
import SwiftUI
import TallyKit

struct TallySignInScreen: View {
  @EnvironmentObject private var services: Services
  @StateObject private var signIn = TallySignInViewModel { address, allowsPlainHTTP in
    var options = ClientOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    return TallyService(server: address, options: options)
  }
  .observable()

  var body: some View {
    SignInForm(
      tab: .tally, prompt: "nas.local:4000", nameTitle: "E-mail", address: signIn.binding(\.address),
      isFound: [.chooseWay, .signingIn].contains(signIn.step),
      isBusy: [.searching, .signingIn].contains(signIn.step),
      trouble: signIn.error.map { signIn.model.text($0) }, findServer: { signIn.model.findServer() },
      signIn: { signIn.model.signIn(email: $0, password: $1) },
      register: { signIn.model.register(email: $0, password: $1) },
      needsPlainHTTP: signIn.problem == .needsPlainHTTP, allowPlainHTTP: { signIn.model.allowPlainHTTP() },
      cancel: { signIn.model.cancel() }
    ) {}
    .navigationTitle("Tally")
    .onChange(of: signIn.step) { step in
      if step == .signedIn, let tally = signIn.model.tally { services.use(tally, at: signIn.server) }
    }
  }
}
