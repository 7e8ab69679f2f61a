public import Foundation
public import UIKit

@available(iOS 12, *)
@MainActor
open class CPTemplate: NSObject {
  override init() {}
  public var tabTitle: String?
  public var tabImage: UIImage?
}

@available(iOS 12, *)
@MainActor
open class CPInterfaceController: NSObject {
  public func setRootTemplate(
    _ rootTemplate: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
  ) {}
  public func pushTemplate(
    _ templateToPush: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
  ) {}
  public func popTemplate(animated: Bool, completion: ((Bool, (any Error)?) -> Void)?) {}
  public func popToRootTemplate(animated: Bool, completion: ((Bool, (any Error)?) -> Void)?) {}
  public func pop(to targetTemplate: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?) {}
  public var templates: [CPTemplate] { [] }
}

@available(iOS 14, *)
open class CPTabBarTemplate: CPTemplate {
  public init(templates: [CPTemplate]) {}
  public func updateTemplates(_ newTemplates: [CPTemplate]) {}
  public class var maximumTabCount: Int { 4 }
}

@MainActor
public protocol CPListTemplateItem: NSObjectProtocol {}

@MainActor
public protocol CPSelectableListItem: CPListTemplateItem {}

@available(iOS 12, *)
@MainActor
open class CPListItem: NSObject, CPSelectableListItem {
  public init(text: String?, detailText: String?) {}
  public var handler: ((any CPSelectableListItem, @escaping () -> Void) -> Void)?
  @available(iOS 15, *)
  public var isEnabled = true
  public var isPlaying = false
  public var playbackProgress: CGFloat = 0
  public var accessoryType = CPListItemAccessoryType.none
  public func setImage(_ image: UIImage?) {}
}

public enum CPListItemAccessoryType: Int, Sendable { case none, disclosureIndicator, cloud }

@available(iOS 12, *)
@MainActor
open class CPListSection: NSObject {
  public init(items: [any CPListTemplateItem], header: String?, sectionIndexTitle: String?) {}
}

@available(iOS 12, *)
open class CPListTemplate: CPTemplate {
  public init(title: String?, sections: [CPListSection]) {}
  public func updateSections(_ sections: [CPListSection]) {}
  public var emptyViewSubtitleVariants: [String] = []
  public class var maximumItemCount: Int { 12 }
  public class var maximumSectionCount: Int { 4 }
}

@available(iOS 14, *)
@MainActor
open class CPNowPlayingButton: NSObject {
  public init(handler: ((CPNowPlayingButton) -> Void)?) {}
}

@available(iOS 14, *)
open class CPNowPlayingPlaybackRateButton: CPNowPlayingButton {}

@available(iOS 14, *)
open class CPNowPlayingImageButton: CPNowPlayingButton {
  public init(image: UIImage, handler: ((CPNowPlayingButton) -> Void)?) { super.init(handler: handler) }
}

@available(iOS 14, *)
@MainActor
public protocol CPNowPlayingTemplateObserver: NSObjectProtocol {
  func nowPlayingTemplateUpNextButtonTapped(_ nowPlayingTemplate: CPNowPlayingTemplate)
}

@available(iOS 14, *)
open class CPNowPlayingTemplate: CPTemplate {
  public class var shared: CPNowPlayingTemplate { CPNowPlayingTemplate() }
  public func updateNowPlayingButtons(_ nowPlayingButtons: [CPNowPlayingButton]) {}
  public var isUpNextButtonEnabled = false
  public func add(_ observer: any CPNowPlayingTemplateObserver) {}
  public func remove(_ observer: any CPNowPlayingTemplateObserver) {}
}
