import MediaCore
import SwiftUI
import TallyKit

/// My Shows, and what is reached from them.
struct TallyTab: View {
  let tally: TallyService
  @EnvironmentObject private var services: Services

  var body: some View {
    NavigationStack(path: $services.navigation.tally) {
      MyShowsScreen(tally: tally)
        .navigationDestination(for: TallyPlace.self) { place in
          switch place {
          case .show(let show): ShowScreen(tally: tally, show: show)
          case .search(let link): ShowSearchScreen(tally: tally, link: link)
          case .calendar: CalendarScreen(tally: tally)
          case .nextDays: NextDaysScreen(tally: tally)
          case .subscriptions: SubscriptionsScreen(tally: tally)
          case .account: TallyAccountScreen(tally: tally)
          }
        }
    }
  }
}
