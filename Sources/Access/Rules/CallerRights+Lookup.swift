import Catalog

extension CallerRights {
    /// The caller's rights on the collection with exactly this name.
    /// - Parameters:
    ///   - noun: what the caller knows it as.
    ///   - list: the tool that names those that there are.
    ///   - hint: what an error adds.
    ///   - isOpen: whether the collection exists for the caller, by its rights.
    /// - Throws: ``Refusal``: why the collection is closed; `notFound` in the same words for one that is not there and for one that is not open, with a
    ///   near name among those that are.
    package func collection(
        _ name: String, as noun: String = "collection", listedBy list: String = "collections_list", hint: String = "",
        where isOpen: (CollectionRights) -> Bool = { !$0.isEmpty }
    ) throws(Refusal) -> CollectionRights {
        let found = contents[name].map { on($0) }
        if let closing = found?.closing { throw closing }
        guard let found, isOpen(found) else {
            let near = NearName.hint(name, among: contents.collections.lazy.map(\.name)) { name in contents[name].map { isOpen(on($0)) } ?? false }
            throw Refusal(
                .notFound, "\(noun) '\(name.prefix(60))' not found in data source '\(contents.source)'\(near); \(list) names yours\(hint)")
        }
        return found
    }
}
