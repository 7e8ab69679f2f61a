public import ShelfClient

extension ServerStatus {
  /// A server that is set up and takes passwords.
  public static let sample = ServerStatus(
    app: "audiobookshelf", serverVersion: "2.36.0", isInit: true, language: "en-us", authMethods: [.local],
    authFormData: AuthFormData(authLoginCustomMessage: ""))
}

extension ServerSettings {
  public static let sample = ServerSettings(
    version: "2.36.0", buildNumber: 1, language: "en-us", dateFormat: "yyyy-MM-dd", timeFormat: "HH:mm",
    timeZone: "Europe/Oslo", sortingIgnorePrefix: true, sortingPrefixes: ["the", "a"], chromecastEnabled: false)
}

extension UserPermissions {
  /// What a new account may do.
  public static let sample = UserPermissions(download: true, accessAllLibraries: true, accessAllTags: true)
}

extension User {
  /// Ada, with progress and bookmarks in the other samples.
  public static let sample = User(
    id: "user-ada", username: "ada", email: "ada@example.org", type: .user, mediaProgress: MediaProgress.samples,
    bookmarks: Bookmark.samples, isActive: true, isLocked: false, lastSeen: SampleTime.ago(hours: 1),
    createdAt: SampleTime.ago(days: 200), permissions: .sample, hasOpenIDLink: false)
}

extension Login {
  /// Without tokens.
  public static let sample = Login(
    user: .sample, userDefaultLibraryId: Library.sample.id, serverSettings: .sample, source: "docker")
}

extension LoginSession {
  public static let sample = LoginSession(
    id: "login-1", ipAddress: "192.0.2.7", userAgent: "ShelfClient/1.0",
    deviceInfo: LoginDevice(osName: "iOS", osVersion: "18.5", deviceType: "mobile", model: "iPhone", vendor: "Apple"),
    createdAt: SampleTime.ago(days: 3), updatedAt: SampleTime.ago(hours: 1), current: true)
}
