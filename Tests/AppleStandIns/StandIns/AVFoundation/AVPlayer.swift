public import AppleFoundation
public import CoreMedia
public import Dispatch
public import Foundation

@MainActor
open class AVPlayer: NSObject, KeyValueObserving {
  public enum TimeControlStatus: Int, Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }

  public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }

  public override init() {}
  public var currentItem: AVPlayerItem? { nil }
  public var actionAtItemEnd = ActionAtItemEnd.pause
  public var automaticallyWaitsToMinimizeStalling = true
  public var rate: Float = 0
  public var volume: Float = 1
  public var timeControlStatus: TimeControlStatus { .paused }
  public func pause() {}
  public func currentTime() -> CMTime { .zero }
  public func replaceCurrentItem(with item: AVPlayerItem?) {}
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {}
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any { 0 }
  public func removeTimeObserver(_ observer: Any) {}
}

@MainActor
open class AVQueuePlayer: AVPlayer {
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {}
  public func remove(_ item: AVPlayerItem) {}
  public func removeAllItems() {}
}

@MainActor
open class AVPlayerItem: NSObject, KeyValueObserving {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

  public init(asset: AVURLAsset) {}
  public var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  public var status: Status { .unknown }
  public var duration: CMTime { .zero }
  public var error: (any Error)? { nil }
}

open class AVURLAsset: NSObject, @unchecked Sendable {
  public init(url: URL, options: [String: Any]? = nil) {}
}

public struct AVAudioTimePitchAlgorithm: Sendable {
  public static let timeDomain = AVAudioTimePitchAlgorithm()
}

extension NSNotification.Name {
  public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("")
  public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name("")
}
