#if canImport(WidgetKit) && !os(tvOS)
  public import WidgetKit

  @available(visionOS 26, *)
  extension HubTimeline.Entry: TimelineEntry {}

  @available(visionOS 26, *)
  extension HubTimeline {
    /// The timeline in WidgetKit's type, which the widget's provider returns to the system.
    public var timeline: Timeline<Entry> { Timeline(entries: entries, policy: .after(reloadAt)) }
  }
#endif
