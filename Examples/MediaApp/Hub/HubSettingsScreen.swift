import Foundation
import HubClient
import MediaCore
import SwiftUI

/// The Hub's schedule for new videos, changes that other devices overtook, and the way to another Hub.
struct HubSettingsScreen: View {
  private let hub: HubService
  @EnvironmentObject private var services: Services
  @StateObject private var feed: ObservableViewModel<FeedViewModel>
  @State private var trouble: String?

  init(hub: HubService) {
    self.hub = hub
    _feed = StateObject(wrappedValue: FeedViewModel(hub: hub).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: feed)
      Section("New Videos") {
        Picker("Look for Videos", selection: feed.binding(\.frequency) { $0.setFrequency($1) }) {
          ForEach(ReconcileFrequency.allCases, id: \.self) { Text(text($0)).tag($0) }
        }
        Button("Look Now") { feed.model.refresh(force: true) }
      }
      if !feed.conflicts.isEmpty {
        Section("Changed Elsewhere") {
          ForEach(feed.conflicts) { conflict in
            ConflictRow(text: conflict.text()) {
              feed.model.undo(conflict)
            } dismiss: {
              feed.model.dismiss(conflict)
            }
          }
        }
      }
      Section("Server") {
        Text(hub.client.address.description)
        Button("Change Server") { services.navigation.signInSheet = .hub }
        SignOutButton(title: "Leave This Hub", question: .leavingHub) { leave($0) }
        if let trouble { Text(trouble).foregroundStyle(.red) }
      }
    }
    .navigationTitle("Hub")
    .task { feed.model.load() }
  }

  private func text(_ frequency: ReconcileFrequency) -> String {
    frequency.interval.map { "Every \(Int($0 / 60)) Minutes" } ?? "Only When I Ask"
  }

  private func leave(_ pending: PendingWork) {
    Task {
      do throws(HubError) { try await services.leaveHub(pending) } catch {
        trouble = error.clientError.text(.english)
      }
    }
  }
}
