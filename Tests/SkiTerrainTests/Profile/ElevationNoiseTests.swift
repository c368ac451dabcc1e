import SkiTerrain
import Testing

struct ElevationNoiseTests {
  @Test func `the standard deviation is 1 m plus a tenth of the resolution, 3 m if that is unknown`() {
    #expect(ElevationNoise(resolutionMetres: 30).deviationMetres == 4)
    #expect(ElevationNoise(resolutionMetres: 0).deviationMetres == 3)
    #expect(ElevationNoise(resolutionMetres: .nan).deviationMetres == 3)
  }

  @Test func `certainty grows with the excess over the limit and stays between 2 and 99 %`() {
    let noise = ElevationNoise(resolutionMetres: 30)
    let sure = [-8.0, -4, 0, 4, 8, 400, .nan].map { noise.certaintyPercent(excessMetres: $0) }
    #expect(sure == [2, 16, 50, 84, 98, 99, 50])
  }
}
