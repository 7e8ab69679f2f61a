public import ShelfClient

extension ServerStatus {
  /// The status of a server that is set up and accepts passwords, for previews and tests.
  public static let sample = with(ServerStatus()) {
    $0.app = "audiobookshelf"
    $0.serverVersion = "2.36.0"
    $0.isInit = true
    $0.language = "en-us"
    $0.authMethods = [.local]
    $0.authFormData = with(AuthFormData()) { $0.authLoginCustomMessage = "" }
  }
}

extension ServerSettings {
  /// The settings of a server, for previews and tests.
  public static let sample = with(ServerSettings()) {
    $0.version = "2.36.0"
    $0.buildNumber = 1
    $0.language = "en-us"
    $0.dateFormat = "yyyy-MM-dd"
    $0.timeFormat = "HH:mm"
    $0.timeZone = "Europe/Oslo"
    $0.sortingIgnorePrefix = true
    $0.sortingPrefixes = ["the", "a"]
    $0.chromecastEnabled = false
  }
}

extension UserPermissions {
  /// The permissions of a new account, for previews and tests.
  public static let sample = with(UserPermissions()) {
    $0.download = true
    $0.accessAllLibraries = true
    $0.accessAllTags = true
  }
}

extension User {
  /// The account of the sample user Ada, to whom the sample progress and bookmarks belong.
  public static let sample = with(User(id: "user-ada")) {
    $0.username = "ada"
    $0.email = "ada@example.org"
    $0.type = .user
    $0.mediaProgress = MediaProgress.samples
    $0.bookmarks = Bookmark.samples
    $0.isActive = true
    $0.isLocked = false
    $0.lastSeen = SampleTime.ago(hours: 1)
    $0.createdAt = SampleTime.ago(days: 200)
    $0.permissions = .sample
    $0.hasOpenIDLink = false
  }
}

extension Login {
  /// The response to a sign-in of the sample user Ada, without tokens.
  public static let sample = with(Login(user: .sample)) {
    $0.userDefaultLibraryId = Library.sample.id
    $0.serverSettings = .sample
    $0.source = "docker"
  }
}

extension LoginSession {
  /// An entry in the account's list of sign-ins, for previews and tests.
  public static let sample = with(LoginSession(id: "login-1")) {
    $0.ipAddress = "192.0.2.7"
    $0.userAgent = "ShelfClient/1.0"
    $0.deviceInfo = with(DeviceInfo()) {
      $0.osName = "iOS"
      $0.osVersion = "18.5"
      $0.deviceType = "mobile"
      $0.model = "iPhone"
      $0.vendor = "Apple"
    }
    $0.createdAt = SampleTime.ago(days: 3)
    $0.updatedAt = SampleTime.ago(hours: 1)
    $0.current = true
  }
}
