public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

@available(iOS 5, macOS 10.12.2, tvOS 9, watchOS 5, visionOS 1, *)
open class MPNowPlayingInfoCenter: NSObject {
  public class func `default`() -> MPNowPlayingInfoCenter { MPNowPlayingInfoCenter() }
  public var nowPlayingInfo: [String: Any]?
  #if canImport(AppKit)
    @available(macOS 10.12.2, *)
    public var playbackState: MPNowPlayingPlaybackState = .paused
  #endif
}

@available(iOS 11, macOS 10.12.2, tvOS 11, watchOS 5, visionOS 1, *)
public enum MPNowPlayingPlaybackState: UInt, Sendable { case unknown, playing, paused, stopped, interrupted }

@available(iOS 10, macOS 10.12.2, tvOS 10, watchOS 5, visionOS 1, *)
open class MPMediaItemArtwork: NSObject {
  #if canImport(UIKit)
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {}
  #else
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> NSImage) {}
  #endif
}

public let MPMediaItemPropertyTitle = ""
public let MPMediaItemPropertyArtist = ""
public let MPMediaItemPropertyAlbumTitle = ""
public let MPMediaItemPropertyPlaybackDuration = ""
public let MPMediaItemPropertyArtwork = ""
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = ""
public let MPNowPlayingInfoPropertyPlaybackRate = ""
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = ""
@available(iOS 10, macOS 10.12.2, tvOS 10, watchOS 5, visionOS 1, *)
public let MPNowPlayingInfoPropertyMediaType = ""
public let MPNowPlayingInfoPropertyChapterNumber = ""
public let MPNowPlayingInfoPropertyChapterCount = ""

@available(iOS 10, macOS 10.12.2, tvOS 10, watchOS 5, visionOS 1, *)
public enum MPNowPlayingInfoMediaType: UInt, Sendable { case none, audio, video }

@available(iOS 7.1, macOS 10.12.2, tvOS 9, watchOS 5, visionOS 1, *)
open class MPRemoteCommandCenter: NSObject {
  public class func shared() -> MPRemoteCommandCenter { MPRemoteCommandCenter() }
  public var playCommand: MPRemoteCommand { MPRemoteCommand() }
  public var pauseCommand: MPRemoteCommand { MPRemoteCommand() }
  public var togglePlayPauseCommand: MPRemoteCommand { MPRemoteCommand() }
  public var nextTrackCommand: MPRemoteCommand { MPRemoteCommand() }
  public var previousTrackCommand: MPRemoteCommand { MPRemoteCommand() }
  public var skipForwardCommand: MPSkipIntervalCommand { MPSkipIntervalCommand() }
  public var skipBackwardCommand: MPSkipIntervalCommand { MPSkipIntervalCommand() }
  @available(iOS 9.1, macOS 10.12.2, tvOS 9.1, watchOS 5, visionOS 1, *)
  public var changePlaybackPositionCommand: MPRemoteCommand { MPRemoteCommand() }
  public var changePlaybackRateCommand: MPChangePlaybackRateCommand { MPChangePlaybackRateCommand() }
}

open class MPRemoteCommand: NSObject {
  public var isEnabled = true
  public func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any { 0 }
  public func removeTarget(_ target: Any?) {}
}

open class MPSkipIntervalCommand: MPRemoteCommand {
  public var preferredIntervals: [NSNumber] = []
}

open class MPChangePlaybackRateCommand: MPRemoteCommand {
  public var supportedPlaybackRates: [NSNumber] = []
}

open class MPRemoteCommandEvent: NSObject {}

open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
  public var positionTime: TimeInterval { 0 }
}

open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
  public var playbackRate: Float { 1 }
}

public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  case success = 0
  case noSuchContent = 100
  case commandFailed = 200
}
