import ShelfClient
import TallyKit

var episode: PlayableID { given() }
var show: ShowID { given() }
