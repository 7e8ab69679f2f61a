public struct CMTime: Sendable {
  public init(seconds: Double, preferredTimescale: Int32) {}
  public var seconds: Double { 0 }
  public static var zero: CMTime { CMTime(seconds: 0, preferredTimescale: 1) }
}
