import Notation

/// What a form must bring back to prove that this server made it for this browser (A28, D05).
enum FormToken {
    static let field = "csrf"

    /// 192 random bits for a browser that has no session yet.
    static func random() -> String { Base64URL.encode((0..<24).map { _ in UInt8.random(in: .min ... .max) }) }

    /// The hidden field of a form.
    static func input(_ token: String) -> HTML { HTML(void: "input", [.type("hidden"), .with("name", field), .with("value", token)]) }
}
