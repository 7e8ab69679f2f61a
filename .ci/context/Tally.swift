import Foundation
import MediaCore
import TallyKit

var show: ShowID { given() }
