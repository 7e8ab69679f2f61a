import Foundation
import HubClient
import MediaCore
import SwiftUI

/// A hub has no sign-in: an address is enough.
struct HubAddressScreen: View {
  @EnvironmentObject private var services: Services
  @State private var address = ""
  @State private var trouble: String?

  var body: some View {
    Form {
      Section("Server") {
        TextField("hub.example.org", text: $address).autocorrectionDisabled()
        Button("Continue") { connect() }
      }
      if let trouble { Text(trouble).foregroundStyle(.red) }
    }
    .navigationTitle("MeTube Hub")
  }

  private func connect() {
    do {
      services.use(try HubService(server: ServerAddress(address)))
    } catch {
      trouble = error.localizedDescription
    }
  }
}
