import AsyncHTTPClient
import MediaCore

@main
struct Sockets { static func main() {} }
