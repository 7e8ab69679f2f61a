import MediaCore
import SwiftUI
import TallyKit

/// Search as you type; a result opens into its episodes, and a tap on one marks everything up to it as watched.
struct ShowSearchScreen: View {
  private let tally: TallyService
  private let pictures: PictureLoader
  @StateObject private var search: ObservableViewModel<SearchViewModel>

  init(tally: TallyService) {
    self.tally = tally
    pictures = PictureLoader(client: tally.client)
    _search = StateObject(wrappedValue: SearchViewModel(tally: tally).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: search)
      NavigationLink("Calendar") { CalendarScreen(tally: tally) }
      if search.isLoading { ProgressView() }
      ForEach(search.results) { result in
        Section {
          Button {
            search.model.toggleExpansion(result.id)
          } label: {
            PictureRow(title: result.title, detail: result.displayYear.map { "\($0)" } ?? "") {
              PictureView(result.posterURL, from: pictures) { Color.gray.opacity(0.2) }
            }
          }
          if search.expanded.contains(result.id) { episodes(of: result.id) }
        }
      }
    }
    .searchable(text: search.binding(\.query), prompt: "TV shows")
    .navigationTitle("TV")
    .onAppear { search.model.appear() }
  }

  @ViewBuilder
  private func episodes(of show: TMDBID) -> some View {
    if search.loadingDetails.contains(show) { ProgressView() }
    Button("Add to Watchlist") { search.model.addToWatchlist(show) }
    ForEach(search.model.rows(of: show)) { row in
      Button {
        guard let season = search.selectedSeasonByTmdb[show] else { return }
        search.model.setProgressUpToEpisode(row.number, season: season, of: show)
      } label: {
        HStack {
          Image(systemName: row.isWatched ? "checkmark.circle.fill" : "circle")
          Text("\(row.number). \(row.title)")
          Spacer()
          Text(row.label?.rawValue ?? row.dateText ?? "").font(.caption).foregroundStyle(.secondary)
        }
      }
      .accessibilityLabel(row.accessibilityLabel)
    }
  }
}
