import Foundation
import MediaCore
import SwiftUI
import VaultClient

/// The account, and what other devices overtook.
struct VaultAccountScreen: View {
  private let vault: VaultService
  @EnvironmentObject private var services: Services
  @StateObject private var account: ObservableViewModel<VaultAccountViewModel>

  init(vault: VaultService) {
    self.vault = vault
    _account = StateObject(wrappedValue: VaultAccountViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: account)
      Section("Account") {
        Text(account.currentUser?.username ?? "")
        if account.isOffline { Text("The server cannot be reached.").foregroundStyle(.secondary) }
        if account.pendingCount > 0 { Text("\(account.pendingCount) changes wait for the server.") }
        if account.needsSignIn { Button("Sign In Again") { services.navigation.askForSignIn() } }
        SignOutButton(question: SignOutQuestion(pendingCount: account.pendingCount)) {
          account.model.signOut(pending: $0)
        }
      }
      RefusedSection(records: account.refused, retry: account.model.retry, discard: account.model.discard)
      if !account.conflicts.isEmpty {
        Section("Changed Elsewhere") {
          ForEach(account.conflicts) { conflict in
            ConflictRow(text: conflict.text()) {
              account.model.undo(conflict)
            } dismiss: {
              account.model.dismiss(conflict)
            }
          }
        }
      }
    }
    .navigationTitle("Account")
    .task { account.model.load() }
  }
}

/// The titles and episodes that are new since the user looked last.
struct NewsScreen: View {
  @StateObject private var news: ObservableViewModel<NotificationsViewModel>

  init(vault: VaultService) {
    _news = StateObject(wrappedValue: NotificationsViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: news)
      ListPhaseRow(phase: .of(news.news) { $0.isEmpty }, empty: "Nothing is new.")
      if let new = news.news.value, !new.isEmpty {
        Button("Mark All as Seen") { news.model.markAllSeen() }
        ForEach(new.newMovies + new.importedMovies) { row($0.title, .movie($0.id)) }
        ForEach(new.newSeries) { row($0.series.title, .series($0.series.id)) }
        ForEach(new.importedSeries) { row($0.title, .series($0.id)) }
      }
    }
    .navigationTitle("News (\(news.badgeCount))")
    .onAppear { news.model.start() }
    .onDisappear { news.model.stop() }
    .refreshable { await news.model.refreshAndWait() }
  }

  private func row(_ text: String, _ title: TitleReference) -> some View {
    NavigationLink(text, value: VaultPlace.title(title)).contextMenu {
      Button("Seen") { news.model.markSeen(title) }
    }
  }
}

/// Takes over the films of a Jellyfin library.
struct JellyfinScreen: View {
  @StateObject private var jellyfin: ObservableViewModel<JellyfinImportViewModel>

  init(vault: VaultService) {
    _jellyfin = StateObject(wrappedValue: JellyfinImportViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: jellyfin)
      switch jellyfin.step {
      case .chooseLibrary:
        ListPhaseRow(phase: .of(jellyfin.libraries), empty: "The server has no Jellyfin library.")
        ForEach(jellyfin.libraries.value ?? []) { library in
          Button(library.name) { jellyfin.model.choose(library) }
        }
      case .ready:
        Text(jellyfin.library?.name ?? "")
        if jellyfin.isScanning { ProgressView() }
        if let scan = jellyfin.scan { Text("\(scan.totalMovies) films") }
        Button("Import") { jellyfin.model.startImport() }
        Button("Another Library") { jellyfin.model.back() }
      case .importing: ProgressView()
      case .finished:
        Text(jellyfin.state.summary() ?? "")
        Button("Another Library") { jellyfin.model.back() }
      }
    }
    .navigationTitle("Jellyfin")
    .task { jellyfin.model.load() }
  }
}
