import Foundation
import MediaCore
import SwiftUI
import TallyKit

/// The days of a month, a week or a list, with where their episodes run. A day with episodes opens its sheet.
struct CalendarScreen: View {
  @StateObject private var calendar: ObservableViewModel<CalendarViewModel>
  private let pictures: PictureLoader

  init(tally: TallyService) {
    _calendar = StateObject(wrappedValue: CalendarViewModel(tally: tally).observable())
    pictures = PictureLoader(client: tally.client)
  }

  var body: some View {
    List {
      TroubleSection(model: calendar)
      header
      switch calendar.mode {
      case .month: grid(calendar.days.map(\.date))
      case .week: grid(calendar.model.week)
      case .list: list
      }
      if calendar.isLoading { ProgressView() }
      Section("This Month") {
        ForEach(calendar.model.monthlySpend.rows) { Text("\($0.badge.name), \($0.text)") }
        Text("\(calendar.model.totalLabel) \(calendar.model.monthlySpend.totalText)")
        if let note = calendar.model.priceNote { Text(note).font(.caption) }
      }
    }
    .navigationTitle(calendar.model.title)
    .toolbar { Button("Today") { calendar.model.showToday() } }
    .task { calendar.model.load() }
    .refreshable { await calendar.model.refreshAndWait() }
    .sheet(item: selectedDay) { DaySheet(calendar: calendar, day: $0, pictures: pictures) }
  }

  /// Closing the sheet sets nil.
  private var selectedDay: Binding<CalendarDay?> {
    calendar.binding(\.selectedDay) { model, day in
      if let day { model.select(day) } else { model.closeDay() }
    }
  }

  @ViewBuilder private var header: some View {
    HStack {
      Button("Earlier") { calendar.model.changeMonth(by: -1) }
      Spacer()
      Text(calendar.model.title)
      Spacer()
      Button("Later") { calendar.model.changeMonth(by: 1) }
    }
    .buttonStyle(.bordered)
    Picker("Show", selection: calendar.binding(\.mode) { $0.setMode($1) }) {
      ForEach(CalendarViewModel.Mode.allCases, id: \.self) { Text($0.rawValue.capitalized).tag($0) }
    }
    Picker(calendar.model.countryText, selection: calendar.binding(\.country) { $0.setCountry($1) }) {
      ForEach(CountryPreference.all, id: \.self) { Text($0).tag($0) }
    }
  }

  private func grid(_ days: [CalendarDay]) -> some View {
    LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 1), count: 7), spacing: 1) {
      ForEach(calendar.model.weekdays, id: \.self) { Text($0).font(.caption) }
      ForEach(days) { day in
        Button {
          calendar.model.select(day)
        } label: {
          VStack {
            Text("\(day.day)")
            indicator(day)
          }
        }
        .buttonStyle(.plain)
        .accessibilityLabel(calendar.model.accessibilityLabel(for: day))
      }
    }
  }

  @ViewBuilder
  private func indicator(_ day: CalendarDay) -> some View {
    switch calendar.model.indicator(for: day) {
    case .single(let badge), .primary(let badge, _):
      PictureView(badge.logoURL, from: pictures) { Color.gray.opacity(0.2) }.frame(width: 24, height: 24)
    case .overflow(let count, _): Text("+\(count)").font(.caption)
    case nil: EmptyView()
    }
  }

  @ViewBuilder private var list: some View {
    if calendar.model.list.isEmpty { Text(calendar.model.emptyText).foregroundStyle(.secondary) }
    ForEach(calendar.model.list, id: \.day) { entry in
      Section(calendar.model.sheetTitle(for: entry.day)) {
        ForEach(entry.episodes) { episode in
          NavigationLink(value: TallyPlace.show(episode.show)) { EpisodeRefRow(episode: episode, pictures: pictures) }
        }
      }
    }
  }
}

/// The services and episodes of a day, and what the day's services cost.
struct DaySheet: View {
  @ObservedObject var calendar: ObservableViewModel<CalendarViewModel>
  let day: CalendarDay
  let pictures: PictureLoader
  @EnvironmentObject private var services: Services

  var body: some View {
    NavigationStack {
      List {
        Section("\(calendar.model.totalLabel) \(calendar.model.totalCost(for: day))") {
          ForEach(calendar.model.providerPrices(for: day)) { row in
            Text("\(row.badge.name), \(row.text)").accessibilityLabel(row.accessibilityLabel)
          }
        }
        ForEach(calendar.model.showsAiring(on: day)) { show in
          Section(show.title) {
            ForEach(show.episodes) { episode in
              Button {
                open(.search(episode.link))
              } label: {
                EpisodeRefRow(episode: episode, pictures: pictures)
              }
            }
            Button("Open the Show") { open(.show(show.id)) }
          }
        }
      }
      .navigationTitle(calendar.model.sheetTitle(for: day))
      .toolbar { Button("Close") { calendar.model.closeDay() } }
    }
    .presentationDetents([.medium, .large])
  }

  private func open(_ place: TallyPlace) {
    calendar.model.closeDay()
    services.navigation.tally.append(place)
  }
}

struct EpisodeRefRow: View {
  let episode: EpisodeRef
  let pictures: PictureLoader

  var body: some View {
    PictureRow(
      title: "\(episode.showTitle): \(episode.title)", detail: episode.providers.map(\.name).joined(separator: ", ")
    ) {
      PictureView(episode.posterURL, from: pictures) { Color.gray.opacity(0.2) }
    }
  }
}

/// The episodes of the next days.
struct NextDaysScreen: View {
  @StateObject private var next: ObservableViewModel<NextDaysViewModel>
  private let pictures: PictureLoader

  init(tally: TallyService) {
    _next = StateObject(wrappedValue: NextDaysViewModel(tally: tally).observable())
    pictures = PictureLoader(client: tally.client)
  }

  var body: some View {
    List {
      TroubleSection(model: next)
      ListPhaseRow(phase: .of(next.days), empty: "Nothing runs in the next days.")
      ForEach(next.days.value ?? []) { day in
        Section(next.model.title(for: day.day)) {
          ForEach(day.episodes) { episode in
            NavigationLink(value: TallyPlace.show(episode.show)) {
              EpisodeRefRow(episode: episode, pictures: pictures)
            }
          }
        }
      }
    }
    .navigationTitle("Next Days")
    .task { next.model.load() }
    .refreshable { await next.model.refreshAndWait() }
  }
}
