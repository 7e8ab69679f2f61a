@main
struct TallyExample {
  static func main() async {}
}
