import SkiBase

@testable import SkiGraph

extension Forgery {
  static let index: [Forgery] = [
    Forgery(.treeItem, "a station that is no node") {
      $0.set(.treeItemPoint, $0.leaf(isStation: true), UInt64($0.count(.nodeLatitude)))
    },
    Forgery(.treeItem, "a station where no lift is boarded") {
      $0.set(.treeItemPoint, $0.leaf(isStation: true), UInt64($0.lonelyNode()))
    },
    Forgery(.treeItem, "a segment of no link") {
      $0.set(.treeItemLink, $0.leaf(isStation: false), UInt64($0.count(.linkTail)))
    },
    Forgery(.treeItem, "a segment of a connector") {
      let (leaf, link) = ($0.leaf(isStation: false), $0.link(kind: 3))
      $0.set(.treeItemLink, leaf, UInt64(link))
      $0.set(.treeItemPoint, leaf, $0.value(.linkFirstPoint, link))
    },
    Forgery(.treeItem, "a segment in front of its link") {
      let leaf = $0.leaf(isStation: false, ofLinkAfterFirst: true)
      $0.set(.treeItemPoint, leaf, $0.value(.linkFirstPoint, Int($0.value(.treeItemLink, leaf))) - 1)
    },
    Forgery(.treeItem, "a segment behind the last point of its link") {
      let leaf = $0.leaf(isStation: false)
      $0.set(.treeItemPoint, leaf, $0.value(.linkFirstPoint, Int($0.value(.treeItemLink, leaf)) + 1) - 1)
    },
    Forgery(.treeLeafBox, "a segment outside its box") {
      let leaf = $0.leaf(isStation: false)
      $0.set(.treeBox, leaf, $0.value(.treeBox, leaf, bytes: 4) + 1, bytes: 4)
    },
    Forgery(.treeLeafBox, "a station outside its box") {
      let leaf = $0.leaf(isStation: true)
      $0.set(.treeBox, leaf, $0.value(.treeBox, leaf, at: 12, bytes: 4) - 1, at: 12, bytes: 4)
    },
    Forgery(.treeInnerBox, "a box that leaves out what is below it") {
      let last = $0.count(.treeBox) - 1
      $0.set(.treeBox, last, $0.value(.treeBox, last, bytes: 4) + 1, bytes: 4)
    },
    Forgery(.treeComplete, "a segment twice, another one never") {
      $0.copyLeaf(of: $0.leaf(isStation: false), in: .region(0))
    },
    Forgery(.treeComplete, "a station twice, another one never") {
      $0.copyLeaf(of: $0.leaf(isStation: true), in: .region(0))
    },
    Forgery(.treeComplete, "a leaf too few") { $0.dropLeaf() },
    Forgery(.treeComplete, "the western half of a segment twice") { map in
      map.copyHalf(isWestern: true)
    },
    Forgery(.treeComplete, "the eastern half of a segment twice") { map in
      map.copyHalf(isWestern: false)
    },
  ]
}

extension ForgedMap {
  /// The first leaf that is a station, or the first that is a segment.
  fileprivate func leaf(isStation: Bool, ofLinkAfterFirst: Bool = false) -> Int {
    let links = values(.treeItemLink)
    return links.firstIndex {
      ($0 == Forgery.none) == isStation && !(ofLinkAfterFirst && value(.linkFirstPoint, Int($0)) == 0)
    } ?? 0
  }

  /// Copies a leaf over another one of its kind.
  fileprivate mutating func copyLeaf(of leaf: Int, in place: Place) {
    let links = values(.treeItemLink, in: place)
    let isStation = links[leaf] == Forgery.none
    let next = links.indices.last { ($0 != leaf) && (links[$0] == Forgery.none) == isStation } ?? 0
    for section in [SectionID.treeItemLink, .treeItemPoint, .treeBox] {
      copy(section, from: leaf, to: next, in: place)
    }
  }

  /// Removes the last leaf of the spatial index.
  fileprivate mutating func dropLeaf() {
    let leaves = count(.treeItemLink)
    shorten(.treeItemLink)
    shorten(.treeItemPoint)
    shorten(.treeBox, by: count(.treeBox) - PackedTree(itemCount: leaves - 1).boxCount)
  }

  /// Copies the box of one half of the segment over the antimeridian over that of the other half.
  fileprivate mutating func copyHalf(isWestern: Bool) {
    let region = Place.region(1)
    let west =
      (0..<2).first {
        value(.treeBox, $0, at: 4, bytes: 4, in: region) == UInt64(UInt32(bitPattern: -1_800_000_000))
      } ?? 0
    copy(.treeBox, from: isWestern ? west : 1 - west, to: isWestern ? 1 - west : west, in: region)
  }
}
