import SkiSystem

/// Returns the sine of an angle in radians.
func sine(_ radians: Double) -> Double { sin(radians) }
