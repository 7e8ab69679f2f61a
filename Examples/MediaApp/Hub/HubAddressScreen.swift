import Foundation
import HubClient
import MediaCore
import SwiftUI

/// A hub has no sign-in: an address is enough, and is used once a Hub has answered there.
struct HubAddressScreen: View {
  @EnvironmentObject private var services: Services
  @State private var entry = AddressEntry()

  var body: some View {
    Form {
      Section("Server") {
        TextField("hub.example.org", text: $entry.text).autocorrectionDisabled()
        Button("Continue") { connect(allowsPlainHTTP: false) }.disabled(entry.step == .checking)
      }
      switch entry.step {
      case .typing: EmptyView()
      case .checking:
        ProgressView()
        Button("Cancel", role: .cancel) { entry.cancel() }
      case .failed(let trouble): Text(trouble).foregroundStyle(.red)
      case .needsPlainHTTP:
        Text("This server offers no encryption. Others in the network could read along.")
        Button("Connect Without Encryption") { connect(allowsPlainHTTP: true) }
      }
    }
    .navigationTitle("MeTube Hub")
    .onAppear { if entry.text.isEmpty { entry.text = services.draft(.hub) } }
    .onChange(of: services.navigation.offered[.hub]) { offered in
      if let offered { entry.text = offered }
    }
  }

  private func connect(allowsPlainHTTP: Bool) {
    guard let check = entry.begin() else { return }
    Task {
      do throws(HubError) {
        let address: ServerAddress
        do throws(ClientError) { address = try ServerAddress(entry.text) } catch { throw HubError.invalidURL(error) }
        let hub = try HubService(server: address, options: .hub(allowsPlainHTTP: allowsPlainHTTP))
        _ = try await hub.profile()
        let base = try? await hub.client.locator.base()
        if entry.finish(check, with: nil) { services.use(hub, at: base) }
      } catch {
        _ = entry.finish(check, with: error.clientError)
      }
    }
  }
}
