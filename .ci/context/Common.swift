// Names that the blocks of guides and docstrings use without declaring them. This file is type-checked with them and never run.
import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import VaultClient
import VaultTesting

func given<T>(_ type: T.Type = T.self) -> T { fatalError("never run") }

var shelf: ShelfService { given() }
var tally: TallyService { given() }
var hub: HubService { given() }
var worker: WorkerService { given() }
var vault: VaultService { given() }

var password: String { given() }

/// The app's own function that draws a state.
func render(_ state: Any) {}
/// The app's own function that shows a sentence.
func show(_ text: String) {}
/// The app's own function that brings up its sign-in screen.
func showSignIn() {}
/// The app's own function that shows its first screen after the sign-in.
func showApp(_ service: Any) {}
