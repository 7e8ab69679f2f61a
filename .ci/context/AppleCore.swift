import Foundation
import MediaCore
import TallyKit

@MainActor var search: ObservableViewModel<SearchViewModel> { given() }
