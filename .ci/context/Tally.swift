import Foundation
import MediaCore
import TallyKit

var show: TMDBID { given() }
@MainActor var search: SearchViewModel { given() }
var day: CalendarDay { given() }
