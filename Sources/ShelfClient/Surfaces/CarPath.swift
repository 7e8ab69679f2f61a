/// The step that shows a template on CarPlay. The system allows five templates above each other and each of them once, and ends an app that
/// does otherwise.
enum CarPath: Hashable, Sendable {
  /// The template is shown already.
  case stay
  /// Goes back to the template, which is shown below others.
  case back
  /// Shows the template above the others.
  case push
  /// Goes back to the tabs first, because there is no room above the others.
  case pushFromTabs

  private static let deepest = 5

  /// - Parameters:
  ///   - index: the place of the template among the ones that are shown, the tabs being 0; nil if it is not among them.
  ///   - count: the number of templates that are shown.
  ///   - isPlayer: whether the template is the player, above which a list of chapters or of the queue needs room.
  init(to index: Int?, of count: Int, isPlayer: Bool) {
    if let index {
      self = index == count - 1 ? .stay : .back
    } else {
      self = count < Self.deepest - (isPlayer ? 1 : 0) ? .push : .pushFromTabs
    }
  }
}
