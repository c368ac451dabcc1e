extension Network {
  /// The length in metres up to which a loop of a line at one site gets no link.
  private static let loopMetres = 2.0

  /// Finalises the sites of every line, so that no part has zero length or the same site at both ends.
  ///
  /// A short part between two positions of one site is merged with its neighbour; a longer loop gets a site in its
  /// middle.
  /// - Complexity: O(*s*²) in the sites of one line, summed over lines.
  mutating func finalizeSites() {
    for line in lines.indices {
      var kept: [LineSite] = []
      for stop in stops[line] {
        guard let last = kept.last, root(last.site) == root(stop.site) else {
          kept.append(stop)
          continue
        }
        let isLast = stop.position == lines[line].end
        if piece(line, last.position, stop.position) > Self.loopMetres {
          kept.append(contentsOf: loopMiddle(line, last, stop).map { [$0, stop] } ?? [])
        } else if isLast, kept.count > 1 {
          kept[kept.count - 1] = stop
        }
      }
      stops[line] = kept.count > 1 ? kept : []
    }
  }

  private func piece(_ line: Int, _ from: LinePosition, _ to: LinePosition) -> Double {
    Double(lines[line].offset(to) - lines[line].offset(from)) / 100
  }

  private mutating func loopMiddle(_ line: Int, _ from: LineSite, _ to: LineSite) -> LineSite? {
    let track = lines[line]
    let middle = Double(track.offset(from.position)) + Double(track.offset(to.position))
    let position = track.position(atMetres: middle / 200 - Double(track.offsets[0]) / 100)
    guard position > from.position, position < to.position else { return nil }
    let site = site(
      at: track.place(position), plane: track.point(position), height: track.elevation(position),
      layer: track.layer)
    guard root(site) != root(from.site) else { return nil }
    linesThrough[site].append(line)
    stopsThrough[site].append(SiteReference(line: line, position: position))
    return LineSite(position: position, site: site)
  }
}
