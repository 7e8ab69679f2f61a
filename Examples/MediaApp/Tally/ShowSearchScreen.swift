import MediaCore
import SwiftUI
import TallyKit

/// Search as you type; a result opens into its episodes, and a tap on one marks everything up to it as watched.
struct ShowSearchScreen: View {
  private let pictures: PictureLoader
  @StateObject private var search: ObservableViewModel<SearchViewModel>

  private let link: ShowLink?
  @State private var isLinkOpened = false

  /// - Parameter link: the show, season and episode to open; nil for an empty search.
  init(tally: TallyService, link: ShowLink?) {
    self.link = link
    pictures = PictureLoader(client: tally.client)
    _search = StateObject(wrappedValue: SearchViewModel(tally: tally).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: search)
      if let announcement = search.announcement { Text(announcement.text) }
      Picker(search.model.countryText, selection: search.binding(\.country) { $0.setCountry($1) }) {
        ForEach(search.model.countries, id: \.self) { Text($0).tag($0) }
      }
      if search.isLoading {
        ProgressView()
      } else if search.results.isEmpty, search.error == nil {
        Text(search.query.isEmpty ? "Search for a show by its title." : "No show has this title.")
          .foregroundStyle(.secondary)
      }
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
    .navigationTitle("Search")
    .onAppear { search.model.appear() }
    .task {
      // Once: the task runs again when the user comes back from a show's page.
      guard let link, !isLinkOpened else { return }
      isLinkOpened = true
      search.model.open(link)
    }
  }

  @ViewBuilder
  private func episodes(of show: TMDBID) -> some View {
    if search.loadingDetails.contains(show) { ProgressView() }
    if let badge = search.details[show]?.badge { Text(badge).font(.caption) }
    NavigationLink("Show Page", value: TallyPlace.show(show))
    Button("Add to Watchlist") { search.model.addToWatchlist(show) }
    ForEach(search.model.chips(of: show)) { chip in
      Button {
        search.model.selectProvider(chip.provider, for: show)
      } label: {
        Label(chip.provider.name, systemImage: chip.isSelected ? "checkmark.circle.fill" : "circle")
      }
      .disabled(chip.isSaving)
      .accessibilityLabel(chip.accessibilityLabel)
    }
    if let card = search.details[show], let season = search.selectedSeasonByTmdb[show] {
      let selection = search.binding(\.selectedSeasonByTmdb[show]) { $0.selectSeason($1 ?? season, of: show) }
      Picker("Season", selection: selection) {
        ForEach(card.menu) { Text($0.menuText).tag(Int?.some($0.number)) }
      }
    }
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
