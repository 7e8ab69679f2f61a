import Foundation
import MediaCore
import SwiftUI
import VaultClient

/// The page of a film, a series or a collection.
struct TitleScreen: View {
  private let vault: VaultService
  private let pictures: PictureLoader
  @StateObject private var title: ObservableViewModel<VaultTitleViewModel>

  init(vault: VaultService, title: TitleReference) {
    self.vault = vault
    pictures = PictureLoader(client: vault.client)
    _title = StateObject(wrappedValue: VaultTitleViewModel(vault: vault, title: title).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: title)
      if title.undoable != nil { Button("Undo Removal") { title.model.undoRemoval() } }
      if let progress = title.progress { ProgressView(value: progress.fraction) }
      ListPhaseRow(phase: .of(title.page) { _ in false }, empty: "")
      if let page = title.page.value {
        head(page)
        ForEach(page.movies) { movie in
          NavigationLink(movie.title, value: VaultPlace.title(.movie(movie.id)))
        }
        ForEach(page.seasons) { season(of: $0) }
        lists(page)
      }
    }
    .navigationTitle(title.page.value?.entry.title ?? "")
    .task { title.model.load() }
    .refreshable { await title.model.refreshAndWait() }
    .sheet(item: episode) { EpisodeSheet(episode: $0) }
    .confirmationDialog("Mark All?", isPresented: asksForDirection, titleVisibility: .visible) {
      Button("All Watched") { title.model.confirm(watched: true) }
      Button("All Unwatched") { title.model.confirm(watched: false) }
      Button("Cancel", role: .cancel) { title.model.cancelConfirmation() }
    } message: {
      Text("A part of this title was watched.")
    }
  }

  private var asksForDirection: Binding<Bool> {
    title.binding(\.asksForDirection) { model, asks in
      if !asks { model.cancelConfirmation() }
    }
  }

  private var episode: Binding<EpisodeDetails?> {
    title.binding(\.episode) { model, episode in
      if episode == nil { model.closeEpisode() }
    }
  }

  @ViewBuilder
  private func head(_ page: TitlePage) -> some View {
    PictureRow(title: page.entry.title, detail: page.isPending ? "Not sent yet" : "") {
      PictureView(poster: page.entry.posterURL, of: vault, from: pictures) { Color.gray.opacity(0.2) }
    }
    if let overview = page.overview { Text(overview) }
    Button(page.entry.watched == .all ? "Mark as Unwatched" : "Mark as Watched") { title.model.toggleWatched() }
    if page.entry.isNew { Button("Seen") { title.model.markSeen() } }
    Button("Remove", role: .destructive) { title.model.remove() }
  }

  private func season(of season: SeasonGroup) -> some View {
    Section("Season \(season.number), \(season.watchedCount) of \(season.episodes.count)") {
      Button(season.state == .all ? "Mark as Unwatched" : "Mark as Watched") {
        title.model.toggleSeason(season.number)
      }
      ForEach(season.episodes) { episode in
        Button {
          title.model.openEpisode(episode.id)
        } label: {
          Label(
            "\(episode.number). \(episode.title)", systemImage: episode.watched ? "checkmark.circle.fill" : "circle")
        }
        .contextMenu {
          Button(episode.watched ? "Unwatched" : "Watched") {
            title.model.setWatched(
              !episode.watched,
              for: .episode(series: title.model.title.id, season: season.number, number: episode.number))
          }
        }
      }
    }
  }

  private func lists(_ page: TitlePage) -> some View {
    Section("Lists") {
      ForEach(page.lists) { membership in
        if let list = membership.id.number, membership.isEditable {
          Button {
            if membership.isIn == true { title.model.remove(fromList: list) } else { title.model.add(to: list) }
          } label: {
            Label(membership.list.name, systemImage: membership.isIn == true ? "checkmark.circle.fill" : "circle")
          }
        }
      }
      AddField(prompt: "New list", button: "Make") { title.model.add(toNewList: ListDraft(name: $0)) }
    }
  }
}

/// The details of an episode.
struct EpisodeSheet: View {
  let episode: EpisodeDetails
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      List {
        Text("Season \(episode.season), episode \(episode.number)").foregroundStyle(.secondary)
        Text(episode.overview ?? "")
      }
      .navigationTitle(episode.title)
      .toolbar { Button("Close") { dismiss() } }
    }
    .presentationDetents([.medium, .large])
  }
}
