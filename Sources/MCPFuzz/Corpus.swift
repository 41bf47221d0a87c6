import Foundation
import JSON

/// The inputs that are kept, one a line with its outcome: the first that was found of each outcome.
package struct Corpus: Sendable {
    package private(set) var lines: [(input: FuzzInput, outcome: String)] = []
    private var outcomes: Set<String> = []

    /// Most inputs kept of each kind; the outcomes are fewer.
    private static let limit = 200

    package init() {}

    /// - Parameter text: the file's.
    package init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let value = try JSONValue(parsing: String(line))
            keep(try FuzzInput(value), value["outcome"]?.string ?? "")
        }
    }

    package var text: String {
        let all = lines.map {
            (key: "\($0.input.kind.rawValue) \($0.outcome)", line: String(decoding: $0.input.line($0.outcome).serialized, as: UTF8.self))
        }
        return all.sorted { $0.key < $1.key }.map(\.line).joined(separator: "\n") + "\n"
    }

    func isNew(_ kind: FuzzInput.Kind, _ outcome: String) -> Bool { !outcomes.contains("\(kind.rawValue) \(outcome)") }

    /// Keeps the first of each outcome while there is room.
    mutating func keep(_ input: FuzzInput, _ outcome: String) {
        guard isNew(input.kind, outcome), lines.count(where: { $0.input.kind == input.kind }) < Self.limit else { return }
        outcomes.insert("\(input.kind.rawValue) \(outcome)")
        lines.append((input, outcome))
    }
}
