import Foundation
import MediaCore
import SwiftUI

/// The two words for trouble that every screen's state has: why a load failed, and what became of an action.
struct TroubleSection<Model: ViewModel>: View where Model.State: ScreenState {
  @ObservedObject var model: ObservableViewModel<Model>
  @EnvironmentObject private var services: Services

  var body: some View {
    if let error = model.error {
      Section {
        Text(model.model.text(error)).foregroundStyle(.secondary)
        switch TroubleAction.of(error) {
        case .retry: Button("Try Again") { model.model.refresh() }
        case .signIn: Button("Sign In Again") { services.navigation.askForSignIn() }
        }
      }
    }
    if let notice = model.notice {
      Section {
        Text(notice)
        Button("OK") { model.model.dismissNotice() }
      }
    }
  }
}

/// The line that stands in the place of a list's rows.
struct ListPhaseRow: View {
  let phase: ListPhase
  /// The text for a list without rows.
  let empty: String

  var body: some View {
    switch phase {
    case .loading: ProgressView()
    case .empty: Text(empty).foregroundStyle(.secondary)
    case .rows, .failed: EmptyView()
    }
  }
}

/// Signs out after a question, which says what is lost.
struct SignOutButton: View {
  var title = "Sign Out"
  let question: SignOutQuestion
  let signOut: (PendingWork) -> Void
  @State private var asks = false

  var body: some View {
    Button(title, role: .destructive) { asks = true }
      .confirmationDialog("\(title)?", isPresented: $asks, titleVisibility: .visible) {
        ForEach(question.choices) { choice in
          Button(choice.title, role: choice.isDestructive ? .destructive : nil) { signOut(choice.pending) }
        }
        Button("Cancel", role: .cancel) {}
      } message: {
        Text(question.message)
      }
  }
}

/// A conflict of this device with another one: the value that counts, and the overwritten one, which `undo` restores.
struct ConflictRow: View {
  let text: String
  let undo: @MainActor () -> Void
  let dismiss: @MainActor () -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Text(text)
      HStack {
        Button("Undo", action: undo)
        Button("Keep", action: dismiss)
      }
      .buttonStyle(.bordered)
    }
  }
}

/// A change that the server refused: the user can send it again or give it up.
struct RefusedRow: View {
  let record: MutationRecord
  let retry: @MainActor () -> Void
  let discard: @MainActor () -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Text(record.refusalReason ?? "The server refused a change.")
      HStack {
        Button("Try Again", action: retry)
        Button("Discard", role: .destructive, action: discard)
      }
      .buttonStyle(.bordered)
    }
  }
}

/// The changes that the server refused, each to send again or give up.
struct RefusedSection: View {
  let records: [MutationRecord]
  let retry: @MainActor (MutationRecord) -> Void
  let discard: @MainActor (MutationRecord) -> Void

  var body: some View {
    if !records.isEmpty {
      Section("Not Accepted") {
        ForEach(records) { record in
          RefusedRow(record: record) {
            retry(record)
          } discard: {
            discard(record)
          }
        }
      }
    }
  }
}

/// A field with a button, for a name or an address.
struct AddField: View {
  let prompt: String
  let button: String
  let add: (String) -> Void
  @State private var text = ""

  var body: some View {
    HStack {
      TextField(prompt, text: $text).autocorrectionDisabled().onSubmit(submit)
      Button(button, action: submit).disabled(text.isEmpty)
    }
  }

  private func submit() {
    guard !text.isEmpty else { return }
    add(text)
    text = ""
  }
}

/// A row with a picture, a title and a line below.
struct PictureRow<Picture: View>: View {
  let title: String
  let detail: String
  @ViewBuilder let picture: () -> Picture

  var body: some View {
    HStack(spacing: 12) {
      picture().frame(width: 56, height: 56).cornerRadius(6)
      VStack(alignment: .leading, spacing: 2) {
        Text(title).font(.headline).lineLimit(2)
        Text(detail).font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
      }
    }
  }
}
