#if canImport(WidgetKit) && !os(tvOS)
  public import WidgetKit

  @available(visionOS 26, *)
  extension ShelfTimeline.Entry: TimelineEntry {}

  @available(visionOS 26, *)
  extension ShelfTimeline {
    /// The same entries as a `Timeline` of WidgetKit, which the widget's provider returns to the system.
    public var timeline: Timeline<Entry> { Timeline(entries: entries, policy: .after(reloadAt)) }
  }
#endif
