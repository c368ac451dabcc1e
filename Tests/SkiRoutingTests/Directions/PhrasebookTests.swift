import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

@Suite struct PhrasebookTests {
  private static func slots(_ template: String) -> Set<String> {
    Set(template.matches(of: /\{(\w+)\}/).map { String($0.1) })
  }

  @Test(arguments: Language.allCases)
  func `every phrase has a template with the slots of the English one`(language: Language) {
    let (phrasebook, english) = (Phrasebook.of(language), Phrasebook.of(.english))
    #expect(phrasebook.language == language)
    for phrase in Phrase.allCases {
      let template = phrasebook.template(phrase)
      #expect(!template.isEmpty && template == template.trimmingPrefix(" "), "\(language) \(phrase)")
      #expect(Self.slots(template) == Self.slots(english.template(phrase)), "\(language) \(phrase)")
      let bare = template.replacing(/\{\w+\}/, with: "")
      #expect(!bare.contains { "{}".contains($0) }, "\(language) \(phrase): a brace that is no slot")
    }
  }

  @Test(arguments: Language.allCases)
  func `phrases for different sides are different in each language`(language: Language) {
    let phrasebook = Phrasebook.of(language)
    let sides: [[Phrase]] = [
      [.leaveStraight, .leaveLeft, .leaveRight, .leaveSharpLeft, .leaveSharpRight, .leaveBack],
      [.exitStraight, .exitLeft, .exitRight, .exitSharpLeft, .exitSharpRight, .exitBack],
      [
        .goStraight, .bearLeft, .bearRight, .turnLeft, .turnRight, .turnSharpLeft, .turnSharpRight, .turnBack,
      ],
      [.toNorth, .toNorthEast, .toEast, .toSouthEast, .toSouth, .toSouthWest, .toWest, .toNorthWest],
      [.keepLeft, .keepRight, .keepStraight], [.passHutLeft, .passHutRight],
      [.passBottomLeft, .passBottomRight, .passTopLeft, .passTopRight], [.passRunLeft, .passRunRight],
    ]
    for group in sides {
      #expect(Set(group.map(phrasebook.template)).count == group.count, "\(language) \(group)")
    }
  }

  @Test(arguments: Language.allCases)
  func `every kind of lift and every sign has a wording`(language: Language) {
    let phrasebook = Phrasebook.of(language)
    #expect(Self.slots(phrasebook.seats) == ["count"])
    for kind in LiftKind.allCases {
      for definite in [true, false] {
        for seats in [nil, 8] {
          let words = phrasebook.lift(kind, seats: seats, definite: definite)
          #expect(problems(words + ".").isEmpty, "\(language) \(kind) \(words)")
        }
      }
      #expect(
        phrasebook.lift(kind, seats: nil, definite: true).count
          > phrasebook.lift(kind, seats: nil, definite: false).count
      )
    }
    for colour in DifficultyColour.allCases {
      for region in DifficultyConvention.allCases {
        #expect(!phrasebook.sign(colour, region).isEmpty && !phrasebook.aRun(colour, region).isEmpty)
      }
    }
  }

  @Test func `a slot inside an inserted value is not filled`() {
    #expect(Phrasebook.fill("{a} and {b}", ["a": "{b}", "b": "x"]) == "{b} and x")
    #expect(Phrasebook.fill("open { brace", [:]) == "open { brace")
  }

  @Test func `lengths, gradients and times are rounded and written as usual in each language`() {
    let (english, french, german) = (
      Phrasebook.of(.english), Phrasebook.of(.french), Phrasebook.of(.german)
    )
    #expect(
      [4.4, 12, 194, 196, 620, 980, 1849].map(english.length) == [
        "4 m", "10 m", "190 m", "200 m", "600 m", "1 km", "1.8 km",
      ])
    #expect(french.length(1849) == "1,8 km" && german.length(1849) == "1,8 km")
    #expect(english.percent(Gradient(ratio: 0.384)) == "38 %")
    #expect(
      [10_000, 40_000, 5_999_000, 6_000_000].map(english.time) == [
        "under 1 min", "1 min", "1 h 40 min", "1 h 40 min",
      ])
    #expect(german.time(6_000_000) == "1 Std. 40 Min.")
    #expect(english.length(.nan) == "? m" || !english.length(.infinity).isEmpty)
  }

  @Test(arguments: Language.allCases)
  func `no length is zero`(language: Language) {
    for metres in [0, 0.2, 0.49, 0.6, 4, 7, -3] {
      #expect(!Phrasebook.of(language).length(metres).hasPrefix("0"), "\(metres) m")
    }
  }

  @Test func `lift names that contain a kind of lift are recognized in several languages`() {
    for name in ["Télésiège Caron", "Aerial Tram", "Gletscherbus 1", "ニセコゴンドラ", "Sky Express"] {
      #expect(LiftName.containsKind(name), "\(name)")
    }
    for name in ["Caron", "TSD6 Solana", "Suisses", "Cairn"] {
      #expect(!LiftName.containsKind(name), "\(name)")
    }
  }
}
