public import Foundation

// On visionOS from 26 on. Not written here: the check of availability would take each `.date` for the member of `TimelineEntry`.

@available(iOS 14, macOS 11, watchOS 9, *)
public protocol TimelineEntry {
  var date: Date { get }
}

@available(iOS 14, macOS 11, watchOS 9, *)
public struct TimelineReloadPolicy: Equatable, Sendable {
  public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy() }
}

@available(iOS 14, macOS 11, watchOS 9, *)
public struct Timeline<EntryType: TimelineEntry> {
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}
