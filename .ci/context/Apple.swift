// Declarations of UIKit that the guides use, for a type check on systems without it, and names of views. Nothing here is run.
import Foundation
import MediaCore
import ShelfClient
import SwiftUI
import TallyKit
import UIKit
import VaultClient

var pictures: PictureLoader { given() }
var address: ServerAddress { given() }
var groupContainer: URL { given() }
@MainActor var content: Text { given() }
@MainActor var showsPage: Binding<Bool> { given() }
@MainActor var imageView: UIImageView { given() }
var token: ObservationToken? {
  get { given() }
  set {}
}
@MainActor var signIn: ObservableViewModel<VaultSignInViewModel> { given() }

@MainActor class UIViewController: UIResponder {
  func viewDidLoad() {}
  func viewDidAppear(_ animated: Bool) {}
}

@MainActor class UITableViewController: UIViewController {
  var tableView: UITableView { given() }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { given() }
}

@MainActor class UITableView: UIView {
  func reloadData() {}
}

@MainActor class UITableViewCell: UIView {
  enum CellStyle { case `default`, subtitle }
  var contentConfiguration: UIListContentConfiguration?
  init(style: CellStyle, reuseIdentifier: String?) { super.init() }
  func defaultContentConfiguration() -> UIListContentConfiguration { given() }
}

struct UIListContentConfiguration {
  var text: String?
}

extension IndexPath {
  var row: Int { given() }
}
