#if canImport(WidgetKit) && !os(tvOS)
  public import WidgetKit

  @available(visionOS 26, *)
  extension TallyTimeline.Entry: TimelineEntry {}

  @available(visionOS 26, *)
  extension TallyTimeline {
    /// The timeline as a provider hands it to the system.
    public var timeline: Timeline<Entry> { Timeline(entries: entries, policy: .after(reloadAt)) }
  }
#endif
