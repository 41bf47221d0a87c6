extension SchemaCompiler {
    /// True when checking a value against `node` applies the definition `name` to the same value, which would never end.
    func reaches(_ name: String, from node: SchemaNode?) -> Bool {
        var met: Set<String> = []
        return reaches(name, from: node, &met)
    }

    private func reaches(_ name: String, from node: SchemaNode?, _ met: inout Set<String>) -> Bool {
        for rule in node?.rules ?? [] {
            switch rule {
            case .reference(let target):
                if target == name { return true }
                if met.insert(target).inserted && reaches(name, from: definitions[target], &met) { return true }
            case .not(let inner):
                if reaches(name, from: inner, &met) { return true }
            case .anyOf(let branches), .oneOf(let branches), .allOf(let branches):
                for branch in branches where reaches(name, from: branch, &met) { return true }
            default: break
            }
        }
        return false
    }
}
