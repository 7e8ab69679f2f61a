import MediaCore

/// All kinds of wishes.
enum VaultWishes {
  static func handlers(_ calls: WishCalls) -> [IntentHandler] { kinds.map { $0.handler(calls) } }

  /// Shows a wish on what is known.
  static func apply(_ intent: Intent, to known: inout KnownVault) {
    kinds.first { $0.kind == intent.kind }?.apply(intent, &known)
  }

  private struct Kind: Sendable {
    let kind: Intent.Kind
    let handler: @Sendable (WishCalls) -> IntentHandler
    let apply: @Sendable (Intent, inout KnownVault) -> Void

    init<Wish: VaultWish>(_ type: Wish.Type) where Wish: SendableMetatype {
      kind = Wish.kind
      handler = { IntentHandler(Wish.self, $0) }
      apply = { intent, known in intent.wish.decoded(Wish.self)?.apply(to: &known) }
    }
  }

  private static let kinds: [Kind] = [
    Kind(MovieMark.self), Kind(SeriesMark.self), Kind(TitleRemoval.self), Kind(MovieEdit.self), Kind(SeriesEdit.self),
    Kind(EpisodeWish.self), Kind(NewListWish.self), Kind(ListEdit.self), Kind(ListRemoval.self),
    Kind(ListItemWish.self), Kind(ListMarkWish.self), Kind(TransferWish.self), Kind(ShareWish.self),
    Kind(ImportWish.self), Kind(SeenWish.self), Kind(AutomationWish.self),
  ]
}
