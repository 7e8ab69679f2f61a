@main
struct VaultExample {
  static func main() async {}
}
