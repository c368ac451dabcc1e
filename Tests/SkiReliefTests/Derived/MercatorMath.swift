import Foundation

/// y of a latitude on a sphere of radius 1, spherical Mercator.
func asinhTangent(_ latitudeDegrees: Double) -> Double { asinh(tan(latitudeDegrees * .pi / 180)) }

/// The latitude at y on a sphere of radius 1, spherical Mercator, degrees.
func latitudeDegrees(mercatorY y: Double) -> Double { atan(sinh(y)) * 180 / .pi }
