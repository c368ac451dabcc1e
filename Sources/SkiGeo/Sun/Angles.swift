/// Returns an angle of degrees in radians.
package func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

/// Returns an angle of radians in degrees.
package func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
