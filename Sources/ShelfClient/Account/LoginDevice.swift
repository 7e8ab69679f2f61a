import MediaCore

/// What a server read out of the user agent of a sign-in.
public struct LoginDevice: Codable, Hashable, Sendable {
  public var browserName: String?
  public var browserVersion: String?
  public var osName: String?
  public var osVersion: String?
  public var deviceType: String?
  public var model: String?
  public var vendor: String?

  public init(
    browserName: String? = nil, browserVersion: String? = nil, osName: String? = nil, osVersion: String? = nil,
    deviceType: String? = nil, model: String? = nil, vendor: String? = nil
  ) {
    self.browserName = browserName
    self.browserVersion = browserVersion
    self.osName = osName
    self.osVersion = osVersion
    self.deviceType = deviceType
    self.model = model
    self.vendor = vendor
  }
}

extension LoginDevice {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    browserName = members[.browserName]
    browserVersion = members[.browserVersion]
    osName = members[.osName]
    osVersion = members[.osVersion]
    deviceType = members[.deviceType]
    model = members[.model]
    vendor = members[.vendor]
  }
}
