extension Coordinate {
  /// Returns latitude and longitude with at most five decimals, as arguments are written: `46.04981,-4.90283`.
  package func argumentText() -> String {
    "\(decimalText(latitude, places: 5) ?? "?"),\(decimalText(longitude, places: 5) ?? "?")"
  }
}
