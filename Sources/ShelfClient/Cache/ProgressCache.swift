import MediaCore

extension ProgressCache {
  static func shared(in storage: AccountStorage, _ queue: MutationQueue) -> ProgressCache {
    .shared(
      "progress", leastPatched: 16 << 10, empty: [:], in: storage, queue: queue,
      overlays: [
        MutationOverlay(ProgressMutation.self, apply: { _, _ in }) { mutation, record, known in
          let remote = record.remote(ProgressMutation.self)
          if record.state == .synced || remote != nil { known[mutation.target] = remote }
        },
        MutationOverlay(HiddenItemMutation.self, apply: { _, _ in }) { mutation, record, known in
          guard record.state == .synced else { return }
          known[mutation.item.description]?.hideFromContinueListening = mutation.isHidden
        },
        MutationOverlay(EbookMutation.self, apply: { _, _ in }, settle: { $0.settle($1, in: &$2) }),
      ])
  }
}
