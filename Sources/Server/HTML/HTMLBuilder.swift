/// Puts pieces of a page one behind the other.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ piece: HTML) -> HTML { piece }
    static func buildExpression(_ text: String) -> HTML { HTML(text) }
    static func buildBlock(_ pieces: HTML...) -> HTML { pieces.reduce(HTML(), +) }
    static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML() }
    static func buildEither(first piece: HTML) -> HTML { piece }
    static func buildEither(second piece: HTML) -> HTML { piece }
    static func buildArray(_ pieces: [HTML]) -> HTML { pieces.reduce(HTML(), +) }
}
