import Foundation
import MediaCore
import SwiftUI
import TallyKit

/// The page of a show: where it runs, how far it was watched, and its episodes.
struct ShowScreen: View {
  private let pictures: PictureLoader
  @StateObject private var show: ObservableViewModel<ShowViewModel>

  init(tally: TallyService, show: TMDBID) {
    pictures = PictureLoader(client: tally.client)
    _show = StateObject(wrappedValue: ShowViewModel(tally: tally, show: show).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: show)
      if let announcement = show.announcement { Text(announcement.text) }
      ListPhaseRow(phase: .of(show.page) { _ in false }, empty: "")
      if let page = show.page.value {
        head(page)
        providers(page)
        ForEach(page.seasons) { season(of: $0) }
      }
      ForEach(show.refused) { record in
        RefusedRow(record: record) {
          show.model.retry(record)
        } discard: {
          show.model.discard(record)
        }
      }
    }
    .navigationTitle(show.page.value?.details.title ?? "")
    .task { show.model.load() }
    .refreshable { await show.model.refreshAndWait() }
  }

  @ViewBuilder
  private func head(_ page: ShowPage) -> some View {
    PictureRow(title: page.details.title, detail: page.pattern?.badge ?? "") {
      PictureView(page.details.posterURL, from: pictures) { Color.gray.opacity(0.2) }
    }
    Text(page.details.overview)
    if let next = page.next { Text("Up next: season \(next.season), episode \(next.episode)") }
    if let entry = page.entry {
      Picker("Status", selection: show.binding(\.page.value?.entry?.status) { $0.setStatus($1 ?? entry.status) }) {
        ForEach(WatchStatus.allCases, id: \.self) { Text("\($0)".capitalized).tag(WatchStatus?.some($0)) }
      }
      AddField(prompt: entry.notes ?? "Notes", button: "Save") { show.model.setNotes($0) }
      Button("Remove from My Shows", role: .destructive) { show.model.remove() }
    } else {
      Button("Add to My Shows") { show.model.add() }
    }
  }

  private func providers(_ page: ShowPage) -> some View {
    Section("Where to Watch") {
      ForEach(page.providers) { provider in
        Button {
          show.model.setProvider(ProviderSelection(provider))
        } label: {
          Label(
            provider.name, systemImage: page.entry?.provider?.id == provider.id ? "checkmark.circle.fill" : "circle")
        }
      }
    }
  }

  private func season(of season: ShowSeason) -> some View {
    Section("Season \(season.number)") {
      Button(season.isWatched ? "Mark as Unwatched" : "Mark as Watched") {
        show.model.markSeason(season.number, watched: !season.isWatched)
      }
      if season.episodes.isEmpty {
        Button("Show Episodes") { show.model.loadSeason(season.number) }
          .disabled(show.loadingSeasons.contains(season.number))
      }
      ForEach(season.episodes) { episode in
        Button {
          show.model.setProgressUpToEpisode(episode.place.episode, season: season.number)
        } label: {
          Label(
            "\(episode.place.episode). \(episode.title)",
            systemImage: episode.state == .watched ? "checkmark.circle.fill" : "circle")
        }
        .contextMenu {
          Button("Watched") { show.model.markEpisode(episode.place.episode, season: season.number, as: .watched) }
          Button("Unwatched") { show.model.markEpisode(episode.place.episode, season: season.number, as: .unwatched) }
          Button("Watching") { show.model.setPosition(watching: episode.place.episode, season: season.number) }
        }
      }
    }
  }
}
