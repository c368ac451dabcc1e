import Foundation

/// Returns the spherical Mercator y of a latitude in degrees, for radius 1.
func asinhTangent(_ latitudeDegrees: Double) -> Double { asinh(tan(latitudeDegrees * .pi / 180)) }

/// Returns the latitude in degrees of a spherical Mercator y, for radius 1.
func latitudeDegrees(mercatorY y: Double) -> Double { atan(sinh(y)) * 180 / .pi }
