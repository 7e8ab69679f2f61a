import Foundation
import MediaCore
import SwiftUI
import TallyKit

/// The subscriptions, their cost a month, and those that could be cancelled.
struct SubscriptionsScreen: View {
  @StateObject private var subscriptions: ObservableViewModel<SubscriptionsViewModel>

  init(tally: TallyService) {
    _subscriptions = StateObject(wrappedValue: SubscriptionsViewModel(tally: tally).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: subscriptions)
      if let announcement = subscriptions.announcement { Text(announcement.text) }
      ListPhaseRow(phase: .of(subscriptions.items), empty: "You have added no subscription.")
      ForEach(subscriptions.items.value ?? []) { row($0) }
      Text("\(subscriptions.monthlyTotal.description) a month")
      if let advice = subscriptions.advice {
        Section("Could Be Cancelled") {
          if advice.recommendations.isEmpty { Text("Nothing at the moment.") }
          ForEach(advice.recommendations, id: \.serviceName) { Text("\($0.serviceName): \($0.reason ?? "")") }
        }
      } else {
        Button("What Could I Cancel?") { subscriptions.model.loadAdvice() }
      }
      Section("Add") {
        ForEach(subscriptions.services) { service in
          Button {
            subscriptions.model.add(subscriptions.model.draft(for: service))
          } label: {
            VStack(alignment: .leading) {
              Text(service.name)
              if let note = subscriptions.model.priceNote(for: service) { Text(note).foregroundStyle(.secondary) }
            }
          }
        }
      }
    }
    .navigationTitle("Subscriptions")
    .task { subscriptions.model.load() }
    .refreshable { await subscriptions.model.refreshAndWait() }
  }

  private func row(_ item: SubscriptionStore.Item) -> some View {
    VStack(alignment: .leading) {
      Text(item.subscription.service?.name ?? "")
      Text(item.isPending ? "Not sent yet" : subscriptions.model.renewalText(item.subscription))
        .foregroundStyle(.secondary)
    }
    .contextMenu {
      if item.subscription.isActive == false {
        Button("Resume") { subscriptions.model.resume(item.subscription) }
      } else {
        Button("Pause") { subscriptions.model.pause(item.subscription) }
      }
      Button("Remove", role: .destructive) { subscriptions.model.remove(item.subscription) }
    }
  }
}
