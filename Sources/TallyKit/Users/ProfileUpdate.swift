/// What shall change of a profile; what is nil stays. The server takes no empty texts and no picture.
public struct ProfileUpdate: Encodable, Hashable, Sendable {
  /// Two letters; the server writes them in upper case.
  public var countryCode: String?
  public var displayName: String?
  public var timezone: String?

  public init(countryCode: String? = nil, displayName: String? = nil, timezone: String? = nil) {
    self.countryCode = countryCode
    self.displayName = displayName
    self.timezone = timezone
  }
}
