/// Words, names and numbers from a seed: the same data in each run.
struct Words {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number below `bound`.
  mutating func number(_ bound: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func one(of list: [String]) -> String { list[number(list.count)] }

  mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  mutating func uuid() -> String {
    let hex = "0123456789abcdef".map { String($0) }
    var text = ""
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text += hex[number(16)]
    }
    return text
  }

  /// Two to five words, some with an article, umlauts or digits.
  mutating func title() -> String {
    let words = (0..<2 + number(3)).map { _ in one(of: Self.nouns) }
    let start = chance(30) ? one(of: ["The ", "Der ", "A ", "Die "]) : ""
    let end = chance(15) ? " \(1 + number(12))" : ""
    return start + words.joined(separator: " ") + end
  }

  mutating func name() -> String { "\(one(of: Self.firstNames)) \(one(of: Self.lastNames))" }

  mutating func sentence(words count: Int) -> String {
    (0..<count).map { _ in one(of: Self.nouns).lowercased() }.joined(separator: " ") + "."
  }

  /// `2014-03-09`
  mutating func day(from year: Int = 1960, years: Int = 66) -> String {
    let (month, day) = (1 + number(12), 1 + number(28))
    return "\(year + number(years))-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static let nouns = [
    "Lantern", "Salt", "Clock", "Harbor", "Fjord", "Übergang", "Tide", "Winter", "Glass", "Orchard", "Straße", "Pier",
    "Paper", "Echo", "Night", "Ferry", "Signal", "Café", "Bridge", "Ocean", "Garden", "Señor", "Island", "Mirror",
    "Äpfel", "Copper", "Silent", "River", "Storm", "Archive", "Zug", "Meadow", "Ösen", "Northern", "Falcon", "Letter",
    "Quiet", "Stone", "Velvet", "Marble", "Kites", "Thunder", "Window", "Village", "Amber", "Raven", "Shadow", "Honey",
  ]
  private static let firstNames = ["Ursula", "Íris", "Sam", "Aiko", "Jörg", "Nadia", "Peter", "María", "Søren", "Léa"]
  private static let lastNames = [
    "Ødegård", "Þórsdóttir", "O’Neill", "Müller", "García", "Novák", "Weiß", "Okafor", "Lindqvist", "Tanaka",
  ]
}
