/// How tightly operators bind, from loose to tight. Each dialect has one order, the one of the engine's grammar.
struct Level: Comparable, Sendable {
    let rank: Int
    /// Whether operators of the same level associate to the left; otherwise they do not associate.
    var isAssociative = true

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    static let lowest = Level(rank: 0)
    static let or = Level(rank: 1)
    static let exclusiveOr = Level(rank: 2)
    static let and = Level(rank: 3)
    static let not = Level(rank: 4)
}

extension Dialect {
    /// `IS NULL`, `IS DISTINCT FROM`.
    var isLevel: Level {
        switch self {
        case .sqlite: Level(rank: 10)
        case .postgresql: Level(rank: 10, isAssociative: false)
        case .mysql: Level(rank: 20)
        }
    }

    /// `LIKE` and similar operators, `BETWEEN`, `IN`.
    var patternLevel: Level {
        switch self {
        case .sqlite: Level(rank: 10)
        case .postgresql, .mysql: Level(rank: 30, isAssociative: false)
        }
    }

    /// Signs and `~`; on PostgreSQL the other prefix operators bind as loosely as ``otherLevel``.
    var signLevel: Level { Level(rank: 80) }
    /// PostgreSQL's operators without a precedence of their own.
    var otherLevel: Level { Level(rank: 40) }
    /// PostgreSQL's `AT TIME ZONE`.
    var zoneLevel: Level { Level(rank: 65) }
    /// PostgreSQL's `::`.
    var castLevel: Level { Level(rank: 95) }
    /// Tighter than signs on MySQL, looser elsewhere.
    var collateLevel: Level { self == .mysql ? Level(rank: 90) : Level(rank: 70) }
}

extension BinaryOperator {
    /// The operator's level; nil if the dialect has no such operator.
    func level(in dialect: Dialect) -> Level? {
        switch dialect {
        case .sqlite: sqliteLevel
        case .postgresql: postgreSQLLevel
        case .mysql: mySQLLevel
        }
    }

    private var sqliteLevel: Level? {
        switch self {
        case .equal, .notEqual: Level(rank: 10)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: Level(rank: 20)
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight: Level(rank: 40)
        case .add, .subtract: Level(rank: 50)
        case .multiply, .divide, .remainder: Level(rank: 55)
        case .concatenate, .member, .memberText: Level(rank: 60)
        default: nil
        }
    }

    private var postgreSQLLevel: Level? {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: Level(rank: 20, isAssociative: false)
        case .add, .subtract: Level(rank: 50)
        case .multiply, .divide, .remainder: Level(rank: 55)
        case .caret: Level(rank: 60)
        case .wholeDivide, .exclusiveOr: nil
        default: Level(rank: 40)
        }
    }

    private var mySQLLevel: Level? {
        switch self {
        case .exclusiveOr: .exclusiveOr
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: Level(rank: 20)
        case .bitOr: Level(rank: 40)
        case .bitAnd: Level(rank: 42)
        case .shiftLeft, .shiftRight: Level(rank: 44)
        case .add, .subtract: Level(rank: 50)
        case .multiply, .divide, .remainder, .wholeDivide: Level(rank: 55)
        case .caret: Level(rank: 60)
        default: nil
        }
    }
}

extension LogicalOperator {
    var level: Level { self == .and ? .and : .or }
}

extension UnaryOperator {
    /// The operator's level; nil if the dialect has no such operator.
    func level(in dialect: Dialect) -> Level? {
        switch self {
        case .not: .not
        case .minus, .plus: dialect.signLevel
        case .bitNot: dialect == .postgresql ? dialect.otherLevel : dialect.signLevel
        case .squareRoot, .cubeRoot, .absolute: dialect == .postgresql ? dialect.otherLevel : nil
        // Between signs and COLLATE: `BINARY a = b` compares bytes.
        case .binary: dialect == .mysql ? Level(rank: 85) : nil
        }
    }
}
