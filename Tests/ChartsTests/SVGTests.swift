import Charts
import Foundation
import FoundationXML
import Testing

@Suite("SVG of charts")
struct SVGTests {
    @Test("D03 Nothing in an SVG runs or refers elsewhere, whatever names and values hold", arguments: ChartSample.all)
    func closedSet(sample: ChartSample) throws {
        let reader = ElementReader()
        let parser = XMLParser(data: Data(SVG.write(sample.chart.scene()).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(sample.name): \(String(describing: parser.parserError))")
        #expect(reader.elements.isSubset(of: ["svg", "title", "desc", "rect", "path", "circle", "text"]))
        #expect(
            reader.attributes.isSubset(of: [
                "xmlns", "width", "height", "viewBox", "role", "font-family", "x", "y", "rx", "cx", "cy", "r", "d", "fill", "fill-opacity", "stroke",
                "stroke-width", "stroke-linejoin", "stroke-linecap", "font-size", "font-weight", "text-anchor",
            ]))
    }

    @Test("D03 Markup in names, in titles and behind combining marks is text")
    func markup() throws {
        let names = ["<script>alert(1)</script>", "\" onload=\"x", "<\u{301}b>", "'><foreignObject>", "<![CDATA[", "-->", "&#60;script&#62;"]
        for kind in ChartKind.allCases {
            let columns = names.prefix(2).map { ChartColumn($0, .text) } + [ChartColumn(names[3], .number)]
            for columns in [[columns[0], columns[2]], columns] {
                let rows = names.map { name in columns.map { $0.kind == .text ? ChartCell.text(name) : .integer(Int64(name.count)) } }
                let svg = SVG.write(Chart.choose(columns: columns, rows: rows, language: .english, kind: kind).scene())
                for part in ["<script", "<foreignObject", "<!", "<b", "<\u{301}", "onload=\"", "\u{301}b>"] {
                    #expect(!svg.holds(part), "\(kind) \(part)")
                }
            }
        }
    }

    @Test("A single slice is a whole ring")
    func ring() {
        let columns = [ChartColumn("kind", .text), ChartColumn("orders", .number)]
        let svg = SVG.write(
            Chart.choose(columns: columns, rows: [[.text("a"), .integer(0)], [.text("b"), .integer(4)]], language: .english, kind: .pie).scene())
        #expect(svg.contains("b: 4 (100%)"))
    }
}

extension String {
    /// Looks at Unicode scalars: for `contains` a sign with a combining mark is another one.
    fileprivate func holds(_ part: String) -> Bool {
        let (all, looked) = (Array(unicodeScalars), Array(part.unicodeScalars))
        return all.indices.contains { all[$0...].starts(with: looked) }
    }
}

private final class ElementReader: NSObject, XMLParserDelegate {
    var elements: Set<String> = []
    var attributes: Set<String> = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes found: [String: String] = [:]
    ) {
        elements.insert(name)
        attributes.formUnion(found.keys)
    }
}
