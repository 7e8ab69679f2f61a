import MediaCore
import SwiftUI
import TallyKit

/// The days of a month that have episodes, with where to watch them.
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
      HStack {
        Button("Earlier") { calendar.model.changeMonth(by: -1) }
        Spacer()
        Text(calendar.month.description)
        Spacer()
        Button("Later") { calendar.model.changeMonth(by: 1) }
      }
      ForEach(calendar.days.filter { $0.inMonth && calendar.episodesByDate[$0.id] != nil }) { day in
        Section(calendar.model.sheetTitle(for: day.date)) {
          ForEach(calendar.episodesByDate[day.id] ?? []) { episode in
            PictureRow(
              title: episode.showTitle, detail: episode.providers.map(\.name).joined(separator: ", ")
            ) {
              PictureView(episode.posterURL, from: pictures) { Color.gray.opacity(0.2) }
            }
          }
        }
      }
    }
    .navigationTitle("Calendar")
    .task { calendar.model.load() }
    .refreshable { await calendar.model.refreshAndWait() }
  }
}
