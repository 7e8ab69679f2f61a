open class CGImage {
  init() {}
  public var height: Int { 0 }
  public var width: Int { 0 }
  public var bytesPerRow: Int { 0 }
}
