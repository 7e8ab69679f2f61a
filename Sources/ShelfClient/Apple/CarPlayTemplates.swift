#if canImport(CarPlay)
  public import CarPlay
  public import Foundation
  import MediaCore
  import UIKit

  /// The screens of an app on CarPlay. They show a ``CarMenu`` with its tabs and lists, and a player with its speed and chapters.
  ///
  /// Create this object in `templateApplicationScene(_:didConnect:)`, keep it while the car is connected, and call ``disconnect()`` in
  /// `templateApplicationScene(_:didDisconnectInterfaceController:)`. The app's `SystemPlayback` supplies the title and the cover of the
  /// player.
  @MainActor
  public final class CarPlayTemplates: NSObject, CPNowPlayingTemplateObserver {
    private let menu: CarMenu
    private let player: PlayerViewModel
    private let limits: CarLimits
    private let controller: CPInterfaceController
    private let root = CPTabBarTemplate(templates: [])
    private var lists: [CarTab.Kind: CPListTemplate] = [:]
    private var shown: [CarTab] = []
    private var playing: CarNowPlaying?
    private var tokens: [ObservationToken] = []
    private var isConnected = true
    /// The item whose rows are marked as playing.
    private var marked: PlayableID?
    /// Enough for the covers of lists on all car screens.
    private static let coverPixels = PicturePixels(width: 90, height: 90, scale: 3)

    /// Shows the tabs on the car's screen, first with the lists that are stored on this device, and then with the lists from the server.
    /// - Parameters:
    ///   - controller: the controller that the system passes to the app when the car connects.
    ///   - player: the app's only player.
    public init(_ controller: CPInterfaceController, player: PlayerViewModel) {
      limits = CarLimits(
        tabs: CPTabBarTemplate.maximumTabCount, sections: CPListTemplate.maximumSectionCount,
        rows: CPListTemplate.maximumItemCount)
      menu = CarMenu(shelf: player.shelf, limits: limits)
      (self.controller, self.player) = (controller, player)
      super.init()
      controller.setRootTemplate(root, animated: false) { _, _ in }
      CPNowPlayingTemplate.shared.add(self)
      tokens = [
        menu.observe { [weak self] in Task { @MainActor in self?.refresh(asking: false) } },
        player.observe { [weak self] _ in self?.showPlayer() },
      ]
      showPlayer()
      refresh(asking: true)
    }

    /// Stops updating the car's screen. If the player is playing, it continues to play.
    public func disconnect() {
      tokens = []
      isConnected = false
      CPNowPlayingTemplate.shared.remove(self)
    }

    public func nowPlayingTemplateUpNextButtonTapped(_ nowPlayingTemplate: CPNowPlayingTemplate) {
      run { [self] in push(await menu.keptList(of: .queue)) }
    }

    private func run(_ body: @escaping @MainActor () async -> Void) {
      Task { if isConnected { await body() } }
    }

    // MARK: Lists

    private func refresh(asking: Bool) {
      run { [self] in
        show(await menu.keptTabs())
        if asking { show(await menu.tabs()) }
      }
    }

    private func show(_ tabs: [CarTab]) {
      guard tabs != shown, isConnected else { return }
      let isOtherOrder = tabs.map(\.id) != shown.map(\.id)
      shown = tabs
      for tab in tabs {
        let template = lists[tab.id] ?? CPListTemplate(title: tab.title, sections: [])
        lists[tab.id] = template
        (template.tabTitle, template.tabImage) = (tab.title, UIImage(systemName: tab.symbol))
        fill(template, with: tab.list)
      }
      // Replacing the templates selects the first tab, so replace them only if the order of the tabs has changed.
      if isOtherOrder { root.updateTemplates(tabs.compactMap { lists[$0.id] }) }
    }

    private func fill(_ template: CPListTemplate, with list: CarList) {
      template.emptyViewSubtitleVariants = [list.emptyReason].compactMap(\.self)
      template.updateSections(
        list.sections.map { section in
          CPListSection(items: section.rows.map(item), header: section.title, sectionIndexTitle: nil)
        })
    }

    private func item(_ row: CarList.Row) -> CPListItem {
      let item = CPListItem(text: row.title, detailText: row.subtitle)
      item.isEnabled = row.isEnabled
      item.isPlaying = row.playable != nil && row.playable == player.state.id
      item.playbackProgress = row.progress ?? 0
      if row.playable == nil { item.accessoryType = .disclosureIndicator }
      if let artwork = row.artwork {
        run { [covers = player.shelf.covers] in
          guard let data = await SystemPictures.load({ try await covers.picture(artwork) }),
            let pixels = Self.coverPixels,
            let picture = await SystemPictures.picture(data, filling: pixels)
          else { return }
          item.setImage(UIImage(cgImage: picture.image))
        }
      }
      item.handler = { [weak self] _, done in self?.choose(row, done) }
      return item
    }

    private func choose(_ row: CarList.Row, _ done: @escaping () -> Void) {
      if let id = row.playable {
        if player.state.id == id { player.play() } else { player.open(id) }
        push(CPNowPlayingTemplate.shared)
        return done()
      }
      run { [self] in
        push(await menu.list(of: row))
        done()
      }
    }

    private func push(_ list: CarList) {
      guard isConnected else { return }
      let template = CPListTemplate(title: list.title, sections: [])
      fill(template, with: list)
      push(template)
    }

    private func push(_ template: CPTemplate) {
      let shown = controller.templates
      let path = CarPath(
        to: shown.firstIndex { $0 === template }, of: shown.count, isPlayer: template === CPNowPlayingTemplate.shared)
      switch path {
      case .stay: break
      case .back: controller.pop(to: template, animated: true) { _, _ in }
      case .push: controller.pushTemplate(template, animated: true) { _, _ in }
      case .pushFromTabs:
        controller.popToRootTemplate(animated: false) { [controller] _, _ in
          controller.pushTemplate(template, animated: true) { _, _ in }
        }
      }
    }

    // MARK: Player

    private func showPlayer() {
      if player.state.id != marked {
        marked = player.state.id
        for tab in shown { if let template = lists[tab.id] { fill(template, with: tab.list) } }
      }
      let car = player.carNowPlaying(limits)
      guard car.buttons != playing?.buttons || car.hasUpNext != playing?.hasUpNext else { return }
      playing = car
      CPNowPlayingTemplate.shared.isUpNextButtonEnabled = car.hasUpNext
      CPNowPlayingTemplate.shared.updateNowPlayingButtons(car.buttons.compactMap(button))
    }

    private func button(_ button: CarNowPlaying.Button) -> CPNowPlayingButton? {
      switch button {
      case .speed:
        CPNowPlayingPlaybackRateButton { [weak self] _ in
          guard let self else { return }
          player.setSpeed(player.carNowPlaying(limits).nextSpeed)
        }
      case .chapters:
        UIImage(systemName: "list.number").map { image in
          CPNowPlayingImageButton(image: image) { [weak self] _ in self?.showChapters() }
        }
      }
    }

    private func showChapters() {
      let template = CPListTemplate(title: player.state.title, sections: [])
      let items = player.carNowPlaying(limits).chapters.map { chapter in
        let item = CPListItem(text: chapter.title, detailText: chapter.startText)
        item.isPlaying = chapter.isCurrent
        item.handler = { [weak self] _, done in
          self?.player.seek(to: chapter.start)
          self?.controller.popTemplate(animated: true) { _, _ in }
          done()
        }
        return item
      }
      template.updateSections([CPListSection(items: items, header: nil, sectionIndexTitle: nil)])
      push(template)
    }
  }
#endif
