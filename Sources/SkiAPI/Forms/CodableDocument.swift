#if !hasFeature(Embedded)
  import SkiBase

  /// A question, an answer or a value of the trip services that `Codable` writes and reads in the form of the contract.
  ///
  /// The members are those of the JSON of the command and of the server.
  public protocol CodableDocument: Codable, Sendable {}

  extension CodableDocument {
    /// Writes the members of the document.
    /// - Throws: The errors of the encoder.
    /// - Complexity: O(*n*) in the size.
    public func encode(to encoder: any Encoder) throws {
      guard let document = self as? any ContractDocument else {
        throw SkiError(.internalInconsistency, "\(Self.self) has no form")
      }
      try JSONTree.read(document.jsonLine(), doubts: .accepted).encode(to: encoder)
    }

    /// Creates the document from its members; unknown ones are ignored.
    /// - Throws: `DecodingError` for a value that is none of JSON's; `SkiError` with code `.invalidArgument` or
    ///   `.malformedData` for a member that is missing or of another form.
    /// - Complexity: O(*n*) in the size.
    public init(from decoder: any Decoder) throws {
      let tree = try JSONTree(from: decoder)
      guard let type = Self.self as? any ContractDocument.Type,
        let document = try type.made(of: tree) as? Self
      else {
        throw SkiError(.internalInconsistency, "\(Self.self) has no form")
      }
      self = document
    }
  }

  extension ContractDocument {
    fileprivate static func made(of tree: JSONTree) throws -> any ContractDocument {
      try Self(DocumentReader(tree, of: title))
    }
  }

  extension JSONTree {
    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    fileprivate init(from decoder: any Decoder) throws {
      if let members = try? decoder.container(keyedBy: Name.self) {
        var object: [String: JSONTree] = [:]
        for name in members.allKeys {
          object[name.stringValue] = try JSONTree(from: members.superDecoder(forKey: name))
        }
        self = .object(object)
      } else if var entries = try? decoder.unkeyedContainer() {
        var list: [JSONTree] = []
        while !entries.isAtEnd { list.append(try JSONTree(from: entries.superDecoder())) }
        self = .array(list)
      } else {
        try self.init(single: decoder.singleValueContainer())
      }
    }

    private init(single value: any SingleValueDecodingContainer) throws {
      if value.decodeNil() {
        self = .null
      } else if let text = try? value.decode(String.self) {
        self = .string(text)
      } else if let flag = try? value.decode(Bool.self) {
        self = .bool(flag)
      } else if let whole = try? value.decode(Int64.self) {
        self = .number("\(whole)")
      } else {
        self = .number("\(try value.decode(Double.self))")
      }
    }

    fileprivate func encode(to encoder: any Encoder) throws {
      switch self {
      case .object(let object):
        var members = encoder.container(keyedBy: Name.self)
        for (name, value) in object {
          try value.encode(to: members.superEncoder(forKey: Name(stringValue: name)))
        }
      case .array(let list):
        var entries = encoder.unkeyedContainer()
        for value in list { try value.encode(to: entries.superEncoder()) }
      default:
        var single = encoder.singleValueContainer()
        try encode(into: &single)
      }
    }

    private func encode(into single: inout any SingleValueEncodingContainer) throws {
      switch self {
      case .string(let text): try single.encode(text)
      case .bool(let flag): try single.encode(flag)
      case .number(let text):
        if let whole = Int64(text) { try single.encode(whole) } else { try single.encode(nearestDouble ?? 0) }
      default: try single.encodeNil()
      }
    }
  }
#endif
