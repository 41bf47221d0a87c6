/// The parts of a page that tests read: its headings, tables and links.
struct Markdown {
    private let lines: [Substring]

    init(_ path: String) throws { lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false) }

    /// Headings of a level outside of code, without their marks.
    func headings(level: Int) -> [String] {
        let mark = String(repeating: "#", count: level) + " "
        return prose(lines).filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }

    /// The lines below a heading, up to the next of its level or above.
    func section(_ heading: String) -> [Substring] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.drop { $0 == "#" }.dropFirst() == heading }) else { return [] }
        let level = lines[start].prefix { $0 == "#" }.count
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.hasPrefix("#") && $0.prefix { $0 == "#" }.count <= level && $0.contains(" ") } ?? rest.endIndex
        return Array(rest[..<end])
    }

    /// Cells of the tables among some lines, without their headings; code marks are dropped.
    static func rows(_ lines: [Substring]) -> [[String]] {
        var rows: [[String]] = []
        for (index, line) in lines.enumerated() where line.hasPrefix("|") {
            guard !line.hasPrefix("|---"), index + 1 >= lines.count || !lines[index + 1].hasPrefix("|---") else { continue }
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
            rows.append(cells.map { String($0.filter { $0 != "`" }).trimmed })
        }
        return rows
    }

    func rows(in heading: String) -> [[String]] { Self.rows(section(heading)) }

    /// All tables of the page.
    var rows: [[String]] { Self.rows(lines) }

    /// Targets of links to files, without the part behind `#`.
    var links: [String] {
        prose(lines).flatMap { line in line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }
            .filter { !$0.hasPrefix("http") && !$0.hasPrefix("#") }
            .map { String($0.prefix { $0 != "#" }) }
    }

    private func prose(_ lines: [Substring]) -> [Substring] {
        var isCode = false
        return lines.filter { line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return !isCode
        }
    }
}

extension String {
    var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
