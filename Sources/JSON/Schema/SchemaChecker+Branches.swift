extension SchemaChecker {
    /// The cost of an attempt, in steps.
    private static let attemptSteps = 20

    /// The violations of the value at this path against that schema, without reporting them.
    mutating func attempt(_ value: JSONValue, _ node: SchemaNode) -> [SchemaViolation] {
        var checker = SchemaChecker(definitions: definitions, budget: budget)
        checker.path = path
        checker.budget -= Self.attemptSteps
        checker.check(value, node)
        budget = checker.budget
        return checker.violations
    }

    mutating func checkAny(_ value: JSONValue, _ branches: [SchemaNode]) {
        var failures: [[SchemaViolation]] = []
        for branch in branches {
            let failure = attempt(value, branch)
            if failure.isEmpty { return }
            failures.append(failure)
        }
        explain(value, branches, failures)
    }

    mutating func checkOne(_ value: JSONValue, _ branches: [SchemaNode]) {
        var failures: [[SchemaViolation]] = []
        for branch in branches { failures.append(attempt(value, branch)) }
        switch failures.count(where: \.isEmpty) {
        case 0: explain(value, branches, failures)
        case 1: break
        default: mismatch("exactly one of the forms: \(alternatives(branches.map { words($0) }))", value)
        }
    }

    /// Reports why no branch fits: the violations of the nearest branch, if one is nearest; otherwise what all branches expect.
    private mutating func explain(_ value: JSONValue, _ branches: [SchemaNode], _ failures: [[SchemaViolation]]) {
        let here = path.text
        let right = failures.filter { failure in !failure.contains { $0.path == here && $0.kind == .mismatch } }
        let fewest = right.map(\.count).min()
        let nearest = right.filter { $0.count == fewest }
        if nearest.count == 1 {
            add(nearest[0])
        } else if let first = nearest.first?.first, nearest.allSatisfy({ $0.count == 1 && $0[0].path == first.path && $0[0].kind == first.kind }) {
            let expected = alternatives(nearest.map { $0[0].expected })
            add([SchemaViolation(kind: first.kind, path: first.path, expected: expected, found: first.found)])
        } else {
            mismatch(alternatives(branches.map { words($0) }), quoting: value)
        }
    }
}
