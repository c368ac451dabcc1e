@main struct SkiRouteCommand { static func main() {} }
