import SwiftUI

/// The part that the sign-in screens share: an address, then a name and a password.
struct SignInForm<Ways: View>: View {
  let tab: AppTab
  let prompt: String
  let nameTitle: String
  @Binding var address: String
  /// Whether the server was found, so that the ways to sign in can be shown.
  let isFound: Bool
  let isBusy: Bool
  /// Whether the server accepts a name and a password.
  var offersPassword = true
  /// The trouble in words; nil without any.
  let trouble: String?
  let findServer: () -> Void
  let signIn: (_ name: String, _ password: String) -> Void
  /// Makes an account with the name and the password; nil if the server offers no such way.
  var register: ((_ name: String, _ password: String) -> Void)?
  /// Whether the server offers no encryption, so that the user has to agree.
  let needsPlainHTTP: Bool
  let allowPlainHTTP: @MainActor () -> Void
  let cancel: @MainActor () -> Void
  @ViewBuilder let ways: () -> Ways
  @EnvironmentObject private var services: Services
  @State private var name = ""
  @State private var password = ""

  var body: some View {
    Form {
      Section("Server") {
        // A changed address starts over, so a wrong one can be corrected in every step.
        TextField(prompt, text: $address).autocorrectionDisabled()
        if !isFound { Button("Continue") { findServer() }.disabled(isBusy) }
        if needsPlainHTTP { Button("Connect Without Encryption", action: allowPlainHTTP) }
      }
      if isFound {
        Section("Sign In") {
          if offersPassword {
            TextField(nameTitle, text: $name).autocorrectionDisabled()
            SecureField("Password", text: $password)
            Button("Sign In") { send(signIn) }.disabled(isBusy || name.isEmpty)
            if let register { Button("Make an Account") { send(register) }.disabled(isBusy || name.isEmpty) }
          }
          ways()
        }
      }
      if isBusy {
        ProgressView()
        Button("Cancel", role: .cancel, action: cancel)
      }
      if let trouble { Text(trouble).foregroundStyle(.red) }
    }
    .onAppear { if address.isEmpty { address = services.draft(tab) } }
    .onChange(of: services.navigation.offered[tab]) { offered in
      if let offered { address = offered }
    }
  }

  private func send(_ way: (_ name: String, _ password: String) -> Void) {
    way(name, password)
    password = ""
  }
}
