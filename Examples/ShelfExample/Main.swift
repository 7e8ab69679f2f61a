@main
struct ShelfExample {
  static func main() async {}
}
