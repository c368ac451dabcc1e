import SkiGraph
import Testing

/// The restrictions of access to lifts and runs by their tags.
struct AccessTagsTests {
  @Test(
    arguments: [
      ([:], nil), (["access": "private"], .private), (["access": "no"], .forbidden),
      (["access": "permit"], .permit),
      (["access": "customers"], nil), (["access": "permissive"], nil), (["access": "private;customers"], nil),
      (["access": "no; private"], .forbidden), (["ski": "no"], .forbidden), (["ski": "designated"], nil),
      (["access": "private", "ski": "yes"], nil), (["access": "yes", "ski": "private"], .private),
      (["access": "private", "highway": "track"], nil), (["ski": "no", "highway": "track"], .forbidden),
      (["foot": "no"], nil), (["foot": "private"], nil), (["seasonal": "yes"], nil),
      (["seasonal": "winter"], nil),
      (["seasonal": "summer"], .outOfSeason), (["seasonal": "summer;winter"], nil),
      (["piste:status": "closed"], .closed), (["piste:status": "open"], nil),
      (["operational_status": "out_of_order"], .closed), (["operational_status": "operational"], nil),
      (["access": "Private"], .private), (["access": "unheard of"], nil),
    ] as [([String: String], AccessRestriction?)])
  func `access tags give the expected restriction or none`(words: [String: String], bar: AccessRestriction?)
    throws
  {
    var tags = AccessTags()
    for (key, word) in words { tags[try #require(AccessTags.Key(rawValue: key))] = word }
    #expect(tags.restriction() == bar)
  }
}
