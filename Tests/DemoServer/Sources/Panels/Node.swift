/// One element of a screen, as the page draws it. The page knows these kinds and nothing of what they mean.
public struct Node: Encodable, Sendable, Equatable {
  public enum Kind: String, Encodable, Sendable {
    case heading, text, notice, row, button, field, secret, choice, range
  }

  /// A button within a row.
  public struct Tap: Encodable, Sendable, Equatable {
    public var id: String
    public var label: String
    /// The full sentence for a screen reader.
    public var hint: String
  }

  /// One value of a choice.
  public struct Option: Encodable, Sendable, Equatable {
    public var value: String
    public var label: String
  }

  public var kind: Kind
  /// Unique on the whole page; what the page sends back when the element is used.
  public var id: String
  public var text: String
  public var detail = ""
  /// Short words behind the title, such as "watched".
  public var marks: [String] = []
  public var taps: [Tap] = []
  public var options: [Option] = []
  /// The value of a field, a choice or a range; a range goes from 0 to 1.
  public var value = ""
}

/// One app of one device, or one part beside them.
public struct Panel: Encodable, Sendable, Equatable {
  public var id: String
  public var title: String
  public var nodes: [Node]
}
