import Access
import Catalog
import SQL
import SQLSyntax
import Store
import Synchronization

/// Statements that the guard has accepted, by their shape: another text of a shape is the same judgement with other values, which are bound.
///
/// A shape is learned at its second text, from an example of its own whose values are found again in what is printed; the text at hand must come out of it
/// as it was judged. Whatever is in doubt is judged each time.
final class JudgedShapes: Sendable {
    /// Entries of each table; when one is full, all of it is forgotten.
    private static let limit = 512

    /// A text, and where it is to run.
    struct Place {
        fileprivate struct Key: Hashable {
            let shape: [UInt8]
            let workspace: WorkspaceID
            let source: String
            let generation: UInt64
            let hasCostLimit: Bool
            let rows: Int
        }

        fileprivate let shape: StatementShape
        fileprivate let key: Key

        /// - Returns: nil for a text that has no shape.
        init?(_ text: String, _ workspace: WorkspaceID, _ source: OpenSource, rows: Int) {
            guard let shape = StatementShape(text, in: source.database.dialect) else { return nil }
            self.shape = shape
            key = Key(
                shape: shape.key, workspace: workspace, source: source.name, generation: source.generation, hasCostLimit: source.maximumCost != nil,
                rows: rows)
        }
    }

    /// What all texts of a shape have in common, whoever the caller is.
    private struct Outline {
        /// Which slots are bound; empty where nothing can be learned.
        let bound: [Bool]
        let collections: [Collection]
        let contents: SourceCatalog
    }

    /// A shape with everything that its judgement depends on. Objects are known by their identity: the judgement that is kept under the key keeps them alive.
    private struct Key: Hashable {
        private let place: Place.Key
        /// The values of slots that are not bound; nil for the others.
        private let fixed: [Literal?]
        private let contents: ObjectIdentifier
        private let rights: [ObjectIdentifier]

        init(_ place: Place, _ bound: [Bool], _ contents: SourceCatalog, _ rights: [CollectionRights]) {
            self.place = place.key
            fixed = zip(place.shape.slots, bound).map { $1 ? nil : $0.literal }
            self.contents = ObjectIdentifier(contents)
            self.rights = rights.map(ObjectIdentifier.init)
        }
    }

    private struct State {
        var outlines: [Place.Key: Outline] = [:]
        var known: [Key: JudgedShape] = [:]
        /// Texts that came once: nothing is learned of what does not come again.
        var seenPlaces: Set<Place.Key> = []
        var seen: Set<Key> = []

        /// Whether something is to be learned from a text that was judged.
        mutating func isDue(_ place: Place, _ used: [CollectionRights], _ contents: SourceCatalog) -> Bool {
            guard let outline = outlines[place.key], outline.contents === contents else { return Self.wasSeen(place.key, &seenPlaces) }
            guard !outline.bound.isEmpty else { return false }
            let key = Key(place, outline.bound, contents, used)
            return known[key] == nil && Self.wasSeen(key, &seen)
        }

        private static func wasSeen<Element>(_ element: Element, _ seen: inout Set<Element>) -> Bool {
            if seen.count >= JudgedShapes.limit { seen.removeAll(keepingCapacity: true) }
            return !seen.insert(element).inserted
        }
    }

    private let state = Mutex(State())

    /// What was learned of a text's shape; nil when the caller's rights, or the tables, are not those of a judgement that is kept.
    func find(_ place: Place, _ contents: SourceCatalog, _ rights: CallerRights) -> JudgedShape? {
        guard let outline = state.withLock({ $0.outlines[place.key] }), outline.contents === contents, !outline.bound.isEmpty else { return nil }
        let key = Key(place, outline.bound, contents, outline.collections.map(rights.on))
        return state.withLock { $0.known[key] }
    }

    /// - Parameters:
    ///   - read: what was made of the text.
    ///   - used: the rights on the collections that it names, in the order of their names.
    ///   - judge: judges another text for the same caller.
    func learn(
        _ place: Place, _ read: PreparedRead, _ used: [CollectionRights], _ contents: SourceCatalog, _ judge: (String) throws -> PreparedRead
    ) {
        guard !used.isEmpty, state.withLock({ $0.isDue(place, used, contents) }), let example = place.shape.example else { return }
        let bound = example.comparedSlots
        // An example that is refused is none.
        let shape = bound.contains(true) ? try? JudgedShape(place.shape, example, bound, read, used, contents, judge) : nil
        state.withLock { state in
            if state.known.count >= Self.limit || state.outlines.count >= Self.limit {
                state.known.removeAll(keepingCapacity: true)
                state.outlines.removeAll(keepingCapacity: true)
            }
            state.outlines[place.key] = Outline(bound: shape == nil ? [] : bound, collections: used.map(\.collection), contents: contents)
            state.known[Key(place, bound, contents, used)] = shape
        }
    }
}

/// An accepted statement in which some values are to be put in.
final class JudgedShape: Sendable {
    /// How long a statement may occupy the thread of its request.
    static let inlineBudget = Duration.milliseconds(2)

    private let statement: [Piece<Statement>]
    private let sql: [Piece<String>]
    private let judged: PreparedRead
    /// Kept because ``JudgedShapes`` knows them by their identity.
    private let kept: (rights: [CollectionRights], contents: SourceCatalog)
    /// When a statement of it may be tried on the thread of its request again, and how often that was given up.
    private let pause = Mutex((end: ContinuousClock.now, count: 0))

    /// - Returns: nil when the values of the example, or the text that was judged, do not come out of it again.
    fileprivate init?(
        _ shape: StatementShape, _ example: StatementShape, _ bound: [Bool], _ read: PreparedRead, _ used: [CollectionRights],
        _ contents: SourceCatalog, _ judge: (String) throws -> PreparedRead
    ) throws {
        let literals = zip(zip(shape.slots, example.slots), bound).map { $1 ? $0.1.literal : $0.0.literal }
        judged = try judge(shape.text(with: literals))
        let marks = bound.indices.filter { bound[$0] }.map { (slot: $0, text: StatementShape.written(example.slots[$0].literal)) }
        guard let statement = Guard.cut(judged.statement, at: marks) else { return nil }
        self.statement = statement
        sql = Guard.cut(judged.sql, at: marks)
        kept = (used, contents)
        let slots = statement.compactMap(\.slot)
        guard slots.count == marks.count, Set(slots) == Set(marks.map(\.slot)), judged.isJudged(as: read), text(of: shape) == read.sql,
            isText(of: shape, read.statement)
        else { return nil }
    }

    /// Whether a statement of it may be tried on the thread of its request.
    var isQuick: Bool { pause.withLock { $0.end <= .now } }

    /// A statement of it did not end in time, or did not fit: the next go to the pool for a second, and each time for twice as long, up to a minute.
    func wasSlow() {
        pause.withLock { pause in
            pause.end = .now + .seconds(min(1 << min(pause.count, 6), 60))
            pause.count += 1
        }
    }

    /// What the guard accepts of another text of the shape.
    func read(_ place: JudgedShapes.Place, _ open: OpenSource) -> PreparedRead {
        var statement = Statement()
        for piece in self.statement {
            switch piece {
            case .content(let part): statement += part
            case .slot(let index): statement += "\(Self.value(of: place.shape.slots[index].literal))"
            }
        }
        return PreparedRead(judged, statement: statement, sql: text(of: place.shape), source: open, shape: self)
    }

    /// Whether a statement is this one with the values of a text as it has them.
    private func isText(of shape: StatementShape, _ statement: Statement) -> Bool {
        var (text, values): (String, [SQLValue]) = ("", [])
        for piece in self.statement {
            switch piece {
            case .content(let part):
                let rendered = part.rendered(for: .sqlite)
                text += rendered.text
                values += rendered.values
            case .slot(let index): text += StatementShape.written(shape.slots[index].literal)
            }
        }
        return statement.rendered(for: .sqlite) == (text, values)
    }

    private func text(of shape: StatementShape) -> String {
        var out = ""
        for piece in sql {
            switch piece {
            case .content(let text): out += text
            case .slot(let index): out += StatementShape.written(shape.slots[index].literal)
            }
        }
        return out
    }

    private static func value(of literal: Literal) -> SQLValue {
        switch literal {
        case .number(let digits): Int64(digits).map { .int($0) } ?? .null
        case .string(let text): .text(text)
        default: .null
        }
    }
}
