import Foundation
import MediaCore
import SwiftUI
import TallyKit

/// The shows that the user follows, by their status.
struct MyShowsScreen: View {
  private let pictures: PictureLoader
  @StateObject private var shows: ObservableViewModel<TallyWatchlistViewModel>

  init(tally: TallyService) {
    pictures = PictureLoader(client: tally.client)
    _shows = StateObject(wrappedValue: TallyWatchlistViewModel(tally: tally).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: shows)
      if let announcement = shows.announcement { Text(announcement.text) }
      Picker("Show", selection: shows.binding(\.segment) { $0.select($1) }) {
        ForEach(TallyWatchlistViewModel.segments, id: \.self) { Text("\($0)".capitalized).tag($0) }
      }
      if shows.shown.isEmpty {
        ListPhaseRow(phase: .of(shows.items) { _ in true }, empty: "No show here yet.")
        NavigationLink("Find a Show", value: TallyPlace.search(nil))
      }
      ForEach(shows.shown) { item in
        NavigationLink(value: TallyPlace.show(item.id)) {
          PictureRow(title: item.title, detail: item.isPending ? "Not sent yet" : item.provider?.name ?? "") {
            PictureView(item.posterURL, from: pictures) { Color.gray.opacity(0.2) }
          }
        }
        .contextMenu {
          ForEach(WatchStatus.allCases, id: \.self) { status in
            Button("\(status)".capitalized) { shows.model.setStatus(status, of: item.id) }
          }
          Button("Remove", role: .destructive) { shows.model.remove(item.id) }
        }
      }
      RefusedSection(records: shows.refused, retry: shows.model.retry, discard: shows.model.discard)
      if !shows.lost.isEmpty {
        Section("No Longer Known") {
          ForEach(shows.lost) { entry in
            Button("Remove \(entry.rawShow?.title ?? "a Show")", role: .destructive) {
              shows.model.remove(lost: entry.showId)
            }
          }
        }
      }
    }
    .navigationTitle("My Shows")
    .toolbar {
      NavigationLink("Search", value: TallyPlace.search(nil))
      NavigationLink("Calendar", value: TallyPlace.calendar)
      NavigationLink("Next Days", value: TallyPlace.nextDays)
      NavigationLink("Subscriptions", value: TallyPlace.subscriptions)
      NavigationLink("Account", value: TallyPlace.account)
    }
    .task { shows.model.load() }
    .refreshable { await shows.model.refreshAndWait() }
  }
}
