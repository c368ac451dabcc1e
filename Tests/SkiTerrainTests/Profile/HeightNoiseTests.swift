import SkiTerrain
import Testing

struct HeightNoiseTests {
  @Test func `a metre and a tenth of the resolution is one deviation`() {
    #expect(ElevationNoise(resolutionMetres: 30).deviationMetres == 4)
    #expect(ElevationNoise(resolutionMetres: 0).deviationMetres == 3)
    #expect(ElevationNoise(resolutionMetres: .nan).deviationMetres == 3)
  }

  @Test func `the surer the farther beyond the limit, never certain`() {
    let noise = ElevationNoise(resolutionMetres: 30)
    let sure = [-8.0, -4, 0, 4, 8, 400, .nan].map { noise.certaintyPercent(excessMetres: $0) }
    #expect(sure == [2, 16, 50, 84, 98, 99, 50])
  }
}
