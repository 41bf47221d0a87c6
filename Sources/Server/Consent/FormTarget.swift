/// What `form-action` must name so that a browser follows a redirect to a client after a form: the origin, or the scheme of a program's links.
enum FormTarget {
    static func of(_ redirect: String) -> String {
        guard let colon = redirect.firstIndex(of: ":") else { return "" }
        let scheme = redirect[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let rest = redirect[colon...].dropFirst(3)
        return "\(scheme)://\(rest.prefix { !"/?#".contains($0) })"
    }
}
