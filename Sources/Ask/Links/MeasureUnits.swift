/// Units of measure after a number: "150 meters", "20 square miles".
enum MeasureUnits {
    /// The units of each quantity, each unit with its short forms.
    private static let quantities: [[Set<String>]] = {
        let lines = """
            meter m, kilometer km, centimeter cm, millimeter mm, foot feet ft, mile mi, inch, yard yd
            kilogram kg, gram g, pound lb, ton tonne t, ounce oz
            liter l, milliliter ml, gallon gal, barrel
            celsius c, fahrenheit f, kelvin k, degree deg
            watt w, kilowatt kw, megawatt mw, gigawatt gw, horsepower hp
            byte b, kilobyte kb, megabyte mb, gigabyte gb, terabyte tb
            hectare ha, acre
            kph kmh, mph, knot kn
            hertz hz, megahertz mhz, gigahertz ghz
            """
        return lines.split(separator: "\n").map { line in
            line.split(separator: ",").map { Set($0.split(whereSeparator: \.isWhitespace).map(String.init)) }
        }
    }()

    /// Whether the word is a unit, and no column has another unit of the same quantity.
    static func suits(_ word: WordToken, _ index: SourceIndex) -> Bool {
        let forms = [word.lower, word.lemma]
        guard let units = quantities.first(where: { units in units.contains { !$0.isDisjoint(with: forms) } }),
            let own = units.first(where: { !$0.isDisjoint(with: forms) })
        else { return false }
        let named = Set(index.tables.flatMap(\.columns).compactMap { IdentifierWords.split($0.name).last })
        let kept = units.filter { !$0.isDisjoint(with: named) }
        return kept.isEmpty || kept.contains(own)
    }
}

extension ChunkedQuestion {
    /// The position after a unit of measure; the same position if there is none.
    func afterUnit(_ place: Int) -> Int {
        guard let first = item(place), first.end - first.start == 1, first.tables.isEmpty, first.columns.allSatisfy({ $0.score < 0.9 }) else {
            return place
        }
        if ["square", "cubic"].contains(tokens[first.start].lower) {
            let end = afterUnit(place + 1)
            return end > place + 1 ? end : place
        }
        return MeasureUnits.suits(tokens[first.start], index) ? place + 1 : place
    }
}
