@main
struct HubExample {
  static func main() async {}
}
