import Foundation
import MediaCore
import SwiftUI
import TallyKit

/// The account, its country, and what other devices overtook.
struct TallyAccountScreen: View {
  @EnvironmentObject private var services: Services
  @StateObject private var account: ObservableViewModel<TallyAccountViewModel>

  init(tally: TallyService) {
    _account = StateObject(wrappedValue: TallyAccountViewModel(tally: tally).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: account)
      Section("Account") {
        Text(account.name ?? "")
        if account.pendingCount > 0 { Text("\(account.pendingCount) changes wait for the server.") }
        Picker("Country", selection: account.binding(\.country) { $0.setCountry($1) }) {
          ForEach(CountryPreference.all, id: \.self) { Text($0).tag($0) }
        }
        if account.needsSignIn { Button("Sign In Again") { services.navigation.askForSignIn() } }
        SignOutButton(question: SignOutQuestion(pendingCount: account.pendingCount)) {
          account.model.signOut(pending: $0)
        }
        .disabled(account.isWorking)
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
    .task {
      account.model.load()
      account.model.loadProfile()
    }
  }
}
