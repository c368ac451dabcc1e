import SkiFormats
import SkiGeo

extension Phrasebook {
  /// A length as it is said: tens of metres, from 200 m on fifties, from 1 km on tenths of a kilometre.
  func length(_ metres: Double) -> String {
    let tens = (metres / 10).rounded() * 10
    if metres < 10 { return say(.metres, ["number": number(max(0, metres), places: 0)]) }
    if tens < 200 { return say(.metres, ["number": number(tens, places: 0)]) }
    let fifties = (metres / 50).rounded() * 50
    if fifties < 1000 { return say(.metres, ["number": number(fifties, places: 0)]) }
    return say(.kilometres, ["number": number(metres / 1000, places: 1)])
  }

  /// Whole metres of height.
  func height(_ metres: Double) -> String { say(.metres, ["number": number(metres, places: 0)]) }

  /// A gradient in per cent.
  func percent(_ gradient: Gradient) -> String {
    say(.percent, ["number": number(gradient.ratio * 100, places: 0)])
  }

  /// A time as it is said: whole minutes, hours from 100 minutes on.
  func time(_ milliseconds: Int) -> String {
    let minutes = (max(0, milliseconds) / 1000 + 30) / 60
    if minutes == 0 { return say(.underMinute) }
    if minutes < 100 { return say(.minutes, ["number": String(minutes)]) }
    return say(.hours, ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
  }

  private func number(_ value: Double, places: Int) -> String {
    (decimalText(value, places: places) ?? "?").replacing(".", with: say(.decimalPoint))
  }
}
