import Foundation
import JSON

/// The stored inputs of the fuzzer, one per line with its outcome. Each is the first input found for its outcome.
package struct Corpus: Sendable {
    package private(set) var lines: [(input: FuzzInput, outcome: String)] = []
    private var outcomes: Set<String> = []

    /// Most inputs of each kind, in case there are many outcomes.
    private static let limit = 200

    package init() {}

    /// - Parameter text: the text of the file.
    package init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let value = try JSONValue(parsing: String(line))
            keep(try FuzzInput(value), value["outcome"]?.string ?? "")
        }
    }

    package var text: String {
        let all = lines.map {
            (key: Self.key($0.input.kind, $0.outcome), line: String(decoding: $0.input.line($0.outcome).serialized, as: UTF8.self))
        }
        return all.sorted { $0.key < $1.key }.map(\.line).joined(separator: "\n") + "\n"
    }

    private static func key(_ kind: FuzzInput.Kind, _ outcome: String) -> String { "\(kind.rawValue) \(outcome)" }

    func isNew(_ kind: FuzzInput.Kind, _ outcome: String) -> Bool { !outcomes.contains(Self.key(kind, outcome)) }

    /// Stores the first input of each outcome up to the limit.
    mutating func keep(_ input: FuzzInput, _ outcome: String) {
        guard isNew(input.kind, outcome), lines.count(where: { $0.input.kind == input.kind }) < Self.limit else { return }
        outcomes.insert(Self.key(input.kind, outcome))
        lines.append((input, outcome))
    }
}
