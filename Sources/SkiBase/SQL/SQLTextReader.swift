/// Reads a statement of the common SQL and writes it in a dialect.
struct SQLTextReader {
  private let input: [UInt8]
  private let dialect: SQLDialect
  private var place = 0
  private var numbers: Set<Int> = []
  private(set) var output: [UInt8] = []

  init(_ common: String, _ dialect: SQLDialect) {
    input = Array(common.utf8)
    self.dialect = dialect
    output.reserveCapacity(input.count + 32)
  }

  /// Translates the whole statement.
  mutating func readAll() throws {
    guard !input.contains(0) else {
      throw SkiError(.invalidArgument, "the statement contains U+0000; remove it")
    }
    while place < input.count { try readPiece() }
  }

  /// Returns the number of placeholders after checking that none is missing.
  func countPlaceholders() throws -> Int {
    let highest = numbers.max() ?? 0
    guard highest <= SQLText.placeholderLimit else {
      throw SkiError(
        .limitExceeded,
        "the statement has $\(highest), at most $\(SQLText.placeholderLimit) is allowed; split it")
    }
    if numbers.count != highest, let missing = (1...highest).first(where: { !numbers.contains($0) }) {
      throw SkiError(
        .invalidArgument, "the statement has $\(highest) but no $\(missing); number placeholders from $1")
    }
    return highest
  }

  private mutating func readPiece() throws {
    switch input[place] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): copyQuoted(input[place])
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"): copy { $0 == UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"): copyComment()
    case UInt8(ascii: "$"): try readPlaceholder()
    case UInt8(ascii: "{"): try readWord()
    case UInt8(ascii: ";"): try readEnd()
    case UInt8(ascii: "?"):
      throw SkiError(.invalidArgument, "the statement contains ?; write placeholders as $1")
    default:
      output.append(input[place])
      place += 1
    }
  }

  private var next: UInt8? { place + 1 < input.count ? input[place + 1] : nil }

  /// Copies up to a byte that fulfils a condition, which is left.
  private mutating func copy(until isEnd: (UInt8) -> Bool) {
    while place < input.count, !isEnd(input[place]) {
      output.append(input[place])
      place += 1
    }
  }

  /// Copies a quoted text or name; a doubled quote ends one and begins another.
  private mutating func copyQuoted(_ quote: UInt8) {
    output.append(quote)
    place += 1
    copy { $0 == quote }
    if place < input.count {
      output.append(quote)
      place += 1
    }
  }

  private mutating func copyComment() {
    var end = place + 2
    while end < input.count,
      !(input[end - 1] == UInt8(ascii: "*") && input[end] == UInt8(ascii: "/") && end > place + 2)
    {
      end += 1
    }
    end = min(end + 1, input.count)
    output += input[place..<end]
    place = end
  }

  private mutating func readPlaceholder() throws {
    let digits = input[(place + 1)...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let text = String(decoding: digits, as: UTF8.self)
    guard let number = Int(text), number >= 1, !text.hasPrefix("0") else {
      throw SkiError(.invalidArgument, "the statement contains $\(text); number placeholders from $1")
    }
    numbers.insert(number)
    output.append(dialect.placeholder)
    output += digits
    place = digits.endIndex
  }

  private mutating func readWord() throws {
    let word = String(decoding: input[(place + 1)...].prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
    guard let replacement = dialect.words[word] else {
      let known = dialect.words.keys.sorted().joined(separator: ", ")
      throw SkiError(.invalidArgument, "the statement contains {\(word.prefix(20))}; known are \(known)")
    }
    output += replacement.utf8
    place += word.utf8.count + 2
  }

  private mutating func readEnd() throws {
    let rest = input[(place + 1)...]
    guard rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) else {
      throw SkiError(.invalidArgument, "the text contains several statements; run them one by one")
    }
    place = input.count
  }
}
