import Foundation
import MediaCore
import SwiftUI

/// The two words for trouble that every screen's state has: why a load failed, and what became of an action.
struct TroubleSection<Model: ViewModel>: View where Model.State: ScreenState {
  @ObservedObject var model: ObservableViewModel<Model>

  var body: some View {
    if let error = model.error {
      Section {
        Text(model.model.text(error)).foregroundStyle(.secondary)
        Button("Try Again") { model.model.refresh() }
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
