import SkiBase

extension Phrasebook {
  /// Returns a length as text, rounded to 10 m, from 200 m to 50 m, from 1 km to 0.1 km; exact metres below 10 m, at
  /// least 1.
  func length(_ metres: Double) -> String {
    let tens = (metres / 10).rounded() * 10
    if metres < 10 { return formatted(.metres, ["number": number(max(1, metres), places: 0)]) }
    if tens < 200 { return formatted(.metres, ["number": number(tens, places: 0)]) }
    let fifties = (metres / 50).rounded() * 50
    if fifties < 1000 { return formatted(.metres, ["number": number(fifties, places: 0)]) }
    return formatted(.kilometres, ["number": number(metres / 1000, places: 1)])
  }

  /// Returns an elevation difference as text, in whole metres.
  func height(_ metres: Double) -> String { formatted(.metres, ["number": number(metres, places: 0)]) }

  /// Returns a gradient as text, in per cent.
  func percent(_ gradient: Gradient) -> String {
    formatted(.percent, ["number": number(gradient.ratio * 100, places: 0)])
  }

  /// Returns a time as text, in whole minutes, and hours from 100 minutes on.
  func time(_ milliseconds: Int) -> String {
    let minutes = (max(0, milliseconds) / 1000 + 30) / 60
    if minutes == 0 { return formatted(.underMinute) }
    if minutes < 100 { return formatted(.minutes, ["number": String(minutes)]) }
    return formatted(.hours, ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
  }

  private func number(_ value: Double, places: Int) -> String {
    (decimalText(value, places: places) ?? "?").replacing(".", with: formatted(.decimalPoint))
  }
}
