/// Compiles a pattern's tree into a program.
struct TextPatternWriter {
    private var program: [TextPattern.Instruction] = []
    /// Parts of the tree written so far, with their repetitions. Counted separately, because empty parts create no instructions.
    private var parts = 0
    private static let maximumParts = 2_000

    func finished() throws(TextPattern.Failure) -> [TextPattern.Instruction] {
        guard program.count < TextPattern.maximumInstructions else { throw tooLong }
        return program + [.match]
    }

    private var tooLong: TextPattern.Failure {
        TextPattern.Failure(reason: "is too long with its counts written out: \(TextPattern.maximumInstructions) steps at most")
    }

    private mutating func add(_ instruction: TextPattern.Instruction) throws(TextPattern.Failure) {
        guard program.count < TextPattern.maximumInstructions else { throw tooLong }
        program.append(instruction)
    }

    mutating func write(_ node: TextPatternNode) throws(TextPattern.Failure) {
        parts += 1
        guard parts <= Self.maximumParts else { throw tooLong }
        switch node {
        case .scalar(let set): try add(.scalar(set))
        case .start: try add(.start)
        case .end: try add(.end)
        case .boundary(let isThere): try add(.boundary(isThere))
        case .sequence(let parts): for part in parts { try write(part) }
        case .either(let parts): try write(either: parts)
        case .repeated(let inner, let least, let most): try write(inner, least, most)
        }
    }

    private mutating func write(either parts: [TextPatternNode]) throws(TextPattern.Failure) {
        var ends: [Int] = []
        for part in parts.dropLast() {
            let split = program.count
            try add(.jump(0))
            try write(part)
            ends.append(program.count)
            try add(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        if let last = parts.last { try write(last) }
        for end in ends { program[end] = .jump(program.count) }
    }

    private mutating func write(_ inner: TextPatternNode, _ least: Int, _ most: Int?) throws(TextPattern.Failure) {
        for _ in 0..<least { try write(inner) }
        guard let most else {
            let split = program.count
            try add(.jump(0))
            try write(inner)
            try add(.jump(split))
            program[split] = .split(split + 1, program.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(program.count)
            try add(.jump(0))
            try write(inner)
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
    }
}
