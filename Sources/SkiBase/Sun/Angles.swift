/// Returns an angle converted from degrees to radians.
package func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

/// Returns an angle converted from radians to degrees.
package func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
