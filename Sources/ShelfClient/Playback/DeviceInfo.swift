import MediaCore

/// The device of a playback session or a sign-in. An app sends ``deviceId``, names and versions; the server adds members that it reads from
/// the request, such as ``ipAddress``. Give each installation its own permanent ``deviceId``, because the server closes all other sessions
/// with that id when a device opens a session.
public struct DeviceInfo: Codable, Hashable, Sendable {
  /// The server's own id of the device.
  public var id: String?
  /// The id of the account that uses the device.
  public var userId: String?
  /// The permanent id that the app has chosen for this installation.
  public var deviceId: String?
  /// The IP address from which the device sends its requests, as the server sees it.
  public var ipAddress: String?
  /// The name of the browser, for clients in a browser.
  public var browserName: String?
  /// The version of the browser, for clients in a browser.
  public var browserVersion: String?
  /// The name of the device's system, such as `iOS`.
  public var osName: String?
  /// The version of the device's system.
  public var osVersion: String?
  /// The type of the device, such as `mobile`.
  public var deviceType: String?
  /// The name of the app.
  public var clientName: String?
  /// The version of the app.
  public var clientVersion: String?
  /// The maker of the device.
  public var manufacturer: String?
  /// The maker of the device, as the server reads it from a sign-in's user agent.
  public var vendor: String?
  /// The model of the device.
  public var model: String?
  /// The version of the Android SDK. The server treats a client that sends this member as an Android device.
  public var sdkVersion: String?
  /// The name that the server makes from manufacturer and model.
  public var deviceName: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    userId = members[.userId]
    deviceId = members[.deviceId]
    ipAddress = members[.ipAddress]
    browserName = members[.browserName]
    browserVersion = members[.browserVersion]
    osName = members[.osName]
    osVersion = members[.osVersion]
    deviceType = members[.deviceType]
    clientName = members[.clientName]
    clientVersion = members[.clientVersion]
    manufacturer = members[.manufacturer]
    vendor = members[.vendor]
    model = members[.model]
    sdkVersion = members.identifier(.sdkVersion)
    deviceName = members[.deviceName]
  }
}
