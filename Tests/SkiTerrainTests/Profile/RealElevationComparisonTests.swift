import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// The accuracy of elevations of real models, compared with independent elevations and with each other.
///
/// Every test prints its figures and compares them with bounds slightly above the measured values.
@Suite(.enabled(if: RealData.isNamed), .serialized)
struct RealElevationComparisonTests {
  /// The median and the 95th percentile of absolute differences in metres.
  private struct Spread: CustomStringConvertible {
    let count: Int
    let median: Double
    let most: Double

    init(_ differences: [Double]) {
      let sorted = differences.map(abs).sorted()
      count = sorted.count
      median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
      most = sorted.isEmpty ? .nan : sorted[sorted.count * 95 / 100]
    }

    var description: String {
      func text(_ value: Double) -> String { String(format: "%.2f", value) }
      return "median \(text(median)) m, 95 % \(text(most)) m of \(count)"
    }
  }

  private func real(_ name: String) throws -> String { try #require(RealData.folder) + "/" + name }

  /// Opens a folder with a link to one file, so that its model is the only layer.
  private func alone(_ path: String, _ scratch: ScratchFolder) throws -> ElevationFiles {
    let name = (path as NSString).lastPathComponent
    symlink(try real(path), scratch.path + "/" + name)
    return try ElevationFiles.open(paths: [scratch.path])
  }

  @Test func `each sampling method is near the points of a 10 m model at Crystal Mountain`() throws {
    let lines = try surveyedLines(real("crystal-mountain/ned10_trail_points.csv.gz"))
    let scratch = ScratchFolder()
    let models: [(String, ElevationFiles, median: Double, most: Double)] = [
      ("hgt 3″", try alone("crystal-mountain/dem/N46W122.hgt", scratch), 8.5, 28),
      ("terrarium", try ElevationFiles.open(paths: [real("crystal-mountain/dem/terrarium")]), 6.6, 23),
    ]
    for (name, files, medianBound, mostBound) in models {
      for sampling in Sampling.allCases {
        var differences: [Double] = []
        for line in lines {
          let metres = try files.elevationsMetres(at: line.places, sampling: sampling)
          differences += zip(metres, line.metres).compactMap { height, surveyed in
            height.map { $0 - surveyed }
          }
        }
        let spread = Spread(differences)
        print("Crystal Mountain, \(name), \(sampling): \(spread)")
        #expect(spread.count > 5000 && spread.median < medianBound && spread.most < mostBound, "\(spread)")
      }
    }
  }

  @Test func `profiles of Crystal Mountain's runs are near those of the 10 m model`() throws {
    let lines = try surveyedLines(real("crystal-mountain/ned10_trail_points.csv.gz"))
    let scratch = ScratchFolder()
    let models: [(String, ElevationFiles, median: Double, most: Double)] = [
      ("hgt 3″", try alone("crystal-mountain/dem/N46W122.hgt", scratch), 6, 23),
      ("terrarium", try ElevationFiles.open(paths: [real("crystal-mountain/dem/terrarium")]), 6.5, 26),
    ]
    for (name, files, medianBound, mostBound) in models {
      var (heights, ascents, drops, steepest, runs) = ([Double](), [Double](), [Double](), [Double](), 0)
      for line in lines {
        let distances = geodesicLengthsMetres(along: line.places)
        guard let read = try LineProfile.read(along: line.places, from: files),
          let fine = ElevationProfile(
            distancesMetres: distances, elevationsMetres: line.metres, resolutionMetres: 10)
        else { continue }
        runs += 1
        for step in 0...20 {
          let at = fine.endMetres * Double(step) / 20
          heights.append(read.profile.elevationMetres(atDistance: at) - fine.elevationMetres(atDistance: at))
        }
        ascents.append(read.profile.totalAscentMetres() - fine.totalAscentMetres())
        let ends = (read.profile.elevationMetres(atDistance: 0), fine.elevationMetres(atDistance: 0))
        let last = (
          read.profile.elevationMetres(atDistance: fine.endMetres),
          fine.elevationMetres(atDistance: fine.endMetres)
        )
        drops.append(ends.0 - last.0 - (ends.1 - last.1))
        if let a = read.steepest(overMetres: 25),
          let b = fine.steepestStretch(windowMetres: a.mapLengthMetres)
        {
          steepest.append(100 * (abs(a.gradient.ratio) - b.gradient))
        }
      }
      print("Crystal Mountain, \(name), \(runs) runs: heights \(Spread(heights)); drop \(Spread(drops))")
      print("  ascent \(Spread(ascents)); steepest stretch, in percentage points: \(Spread(steepest))")
      #expect(runs > 150)
      #expect(Spread(heights).median < medianBound && Spread(heights).most < mostBound, "\(Spread(heights))")
      #expect(Spread(ascents).median < 0.5 && Spread(ascents).most < 9, "\(Spread(ascents))")
    }
  }

  @Test func `Mayrhofen's two models are near each other along its runs and on a grid`() throws {
    let scratch = ScratchFolder()
    let coarse = try alone("mayrhofen/dem/N47E011.hgt", scratch)
    let fine = try ElevationFiles.open(paths: [real("mayrhofen/dem/terrain-rgb-512")])
    let lines = try mappedLines(real("mayrhofen/runs.geojson"))
    var (points, profiles, ascents, drops) = ([Double](), [Double](), [Double](), [Double]())
    for line in lines {
      let (a, b) = (try coarse.elevationsMetres(along: line), try fine.elevationsMetres(along: line))
      points += zip(a, b).compactMap { a, b in a.flatMap { a in b.map { a - $0 } } }
      guard let one = try LineProfile.read(along: line, from: coarse),
        let other = try LineProfile.read(along: line, from: fine)
      else { continue }
      let length = one.profile.endMetres
      for step in 0...20 {
        let at = length * Double(step) / 20
        profiles.append(
          one.profile.elevationMetres(atDistance: at) - other.profile.elevationMetres(atDistance: at))
      }
      ascents.append(one.profile.totalAscentMetres() - other.profile.totalAscentMetres())
      drops.append(
        one.profile.elevationMetres(atDistance: 0) - one.profile.elevationMetres(atDistance: length)
          - other.profile.elevationMetres(atDistance: 0) + other.profile.elevationMetres(atDistance: length))
    }
    var grid: [Double] = []
    for latitude in stride(from: 47.06, through: 47.24, by: 0.001) {
      let row = stride(from: 11.66, through: 11.94, by: 0.001).map {
        Coordinate(latitude: latitude, longitude: $0)
      }
      let (a, b) = (try coarse.elevationsMetres(along: row), try fine.elevationsMetres(along: row))
      grid += zip(a, b).compactMap { a, b in a.flatMap { a in b.map { a - $0 } } }
    }
    print("Mayrhofen, vertices of runs: \(Spread(points)); on a grid: \(Spread(grid))")
    print("  profiles \(Spread(profiles)); drop \(Spread(drops)); ascent \(Spread(ascents))")
    #expect(Spread(points).median < 3.2 && Spread(points).most < 11, "\(Spread(points))")
    #expect(Spread(grid).median < 5 && Spread(grid).most < 21, "\(Spread(grid))")
    #expect(Spread(profiles).median < 2.7 && Spread(profiles).most < 9, "\(Spread(profiles))")
  }

  /// The lines of a file of surveyed points, by the ids in its first column.
  private func surveyedLines(_ path: String) throws -> [(places: [Coordinate], metres: [Double])] {
    let text = try Gunzip.text(path)
    var lines: [String: (places: [Coordinate], metres: [Double])] = [:]
    for row in text.split(whereSeparator: \.isNewline).dropFirst() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 7, cells[1] == "True", let latitude = Double(cells[2]),
        let longitude = Double(cells[3]), let height = Double(cells[4])
      else { continue }
      lines[String(cells[0]), default: ([], [])].places
        .append(Coordinate(latitude: latitude, longitude: longitude))
      lines[String(cells[0]), default: ([], [])].metres.append(height)
    }
    return lines.sorted { $0.key < $1.key }.map(\.value).filter { $0.places.count > 1 }
  }

  /// The lines of a GeoJSON file.
  private func mappedLines(_ path: String) throws -> [[Coordinate]] {
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let features = (document as? [String: Any])?["features"] as? [[String: Any]] ?? []
    return features.compactMap { feature in
      let geometry = feature["geometry"] as? [String: Any]
      guard geometry?["type"] as? String == "LineString" else { return nil }
      return (geometry?["coordinates"] as? [[Double]])?.map { Coordinate(latitude: $0[1], longitude: $0[0]) }
    }
  }
}
