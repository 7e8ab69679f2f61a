@main enum DemoServer { static func main() {} }
