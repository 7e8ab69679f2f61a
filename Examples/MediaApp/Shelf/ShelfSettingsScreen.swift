import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The account, what other devices overtook, and the ways to the rest of the app.
struct ShelfSettingsScreen: View {
  private let shelf: ShelfService
  @EnvironmentObject private var services: Services
  @StateObject private var settings: ObservableViewModel<ShelfSettingsViewModel>

  init(shelf: ShelfService) {
    self.shelf = shelf
    _settings = StateObject(wrappedValue: ShelfSettingsViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: settings)
      Section("Account") {
        Text(settings.username ?? "")
        Text(settings.server).foregroundStyle(.secondary)
        if settings.pendingCount > 0 { Text("\(settings.pendingCount) changes wait for the server.") }
        if settings.isExpired { Button("Sign In Again") { services.navigation.askForSignIn() } }
        SignOutButton(question: SignOutQuestion(pendingCount: settings.pendingCount)) {
          settings.model.signOut(pending: $0)
        }
        .disabled(settings.isSigningOut)
      }
      RefusedSection(records: settings.refused, retry: settings.model.retry, discard: settings.model.discard)
      if !settings.conflicts.isEmpty {
        Section("Changed Elsewhere") {
          ForEach(settings.conflicts) { conflict in
            ConflictRow(text: conflict.text(timeZone: shelf.client.environment.timeZone())) {
              settings.model.undo(conflict)
            } dismiss: {
              settings.model.dismiss(conflict)
            }
          }
        }
      }
      Section("Listening") {
        NavigationLink("Bookmarks", value: ShelfPlace.bookmarks)
        NavigationLink("History", value: ShelfPlace.history)
        NavigationLink("Statistics", value: ShelfPlace.statistics)
      }
      Section("About") {
        Text("Version \(settings.clientVersion), server \(settings.serverVersion ?? "unknown")")
        Toggle("Logs", isOn: settings.binding(\.showsLogs) { $0.setShowsLogs($1) })
        if settings.showsLogs { NavigationLink("Show Logs", value: ShelfPlace.logs) }
        if let url = settings.sourceURL { Link("Source Code", destination: url) }
      }
    }
    .navigationTitle("Settings")
    .task { settings.model.load() }
  }
}

/// The log of the service, for a report of a fault.
struct LogsScreen: View {
  @StateObject private var logs: ObservableViewModel<LogsViewModel>

  init(shelf: ShelfService) { _logs = StateObject(wrappedValue: LogsViewModel(shelf: shelf).observable()) }

  var body: some View {
    List {
      Picker("Level", selection: logs.binding(\.level) { $0.setLevel($1) }) {
        ForEach(EventLog.Level.allCases, id: \.self) { Text("\($0)").tag($0) }
      }
      #if !os(tvOS)
        ShareLink(item: logs.model.copyAll())
      #endif
      Button("Clear", role: .destructive) { logs.model.clear() }
      ForEach(logs.entries) { Text($0.text).font(.caption) }
    }
    .navigationTitle("Logs")
    .task { logs.model.load() }
  }
}
