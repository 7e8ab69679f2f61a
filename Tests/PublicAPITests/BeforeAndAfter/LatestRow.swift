/// One row of Latest, as both screens give it to their views.
struct LatestRow: Equatable {
  var item: String
  var episode: String
  var title: String
  var minutesLeft: Int
}
