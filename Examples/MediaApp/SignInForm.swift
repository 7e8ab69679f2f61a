import SwiftUI

/// The part that the sign-in screens share: an address, then a name and a password.
struct SignInForm<Ways: View>: View {
  let prompt: String
  let nameTitle: String
  @Binding var address: String
  /// Whether the server was found, so that the ways to sign in can be shown.
  let isFound: Bool
  let isBusy: Bool
  /// The trouble in words; nil without any.
  let trouble: String?
  let findServer: () -> Void
  let signIn: (_ name: String, _ password: String) -> Void
  @ViewBuilder let ways: () -> Ways
  @State private var name = ""
  @State private var password = ""

  var body: some View {
    Form {
      Section("Server") {
        TextField(prompt, text: $address).autocorrectionDisabled()
        if !isFound { Button("Continue") { findServer() }.disabled(isBusy) }
      }
      if isFound {
        Section("Sign In") {
          TextField(nameTitle, text: $name).autocorrectionDisabled()
          SecureField("Password", text: $password)
          Button("Sign In") {
            signIn(name, password)
            password = ""
          }
          .disabled(isBusy || name.isEmpty)
          ways()
        }
      }
      if isBusy { ProgressView() }
      if let trouble { Text(trouble).foregroundStyle(.red) }
    }
  }
}
