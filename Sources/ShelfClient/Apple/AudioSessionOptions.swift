/// The settings of the system's audio session.
struct AudioSessionOptions: Hashable, Sendable {
  /// Whether other apps' sound continues while items play.
  let mixesWithOthers: Bool
  /// Whether the system treats the sound as long-form audio, which it can send to speakers of its own, apart from other sound. The system
  /// refuses a session that is both long-form and mixed.
  var isLongForm: Bool { !mixesWithOthers }

  init(_ settings: PlaybackSettings) { mixesWithOthers = settings.mixesWithOthers }
}
