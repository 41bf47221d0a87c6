/// Other names of countries and US states: people say "Florida" if a column contains FL.
enum Places {
    /// The codes and names of states, in lower case.
    private static let states = """
        al alabama, ak alaska, az arizona, ar arkansas, ca california, co colorado, ct connecticut, de delaware, fl florida, ga georgia, hi hawaii,
        id idaho, il illinois, in indiana, ia iowa, ks kansas, ky kentucky, la louisiana, me maine, md maryland, ma massachusetts, mi michigan,
        mn minnesota, ms mississippi, mo missouri, mt montana, ne nebraska, nv nevada, nh new hampshire, nj new jersey, nm new mexico, ny new york,
        nc north carolina, nd north dakota, oh ohio, ok oklahoma, or oregon, pa pennsylvania, ri rhode island, sc south carolina, sd south dakota,
        tn tennessee, tx texas, ut utah, vt vermont, va virginia, wa washington, wv west virginia, wi wisconsin, wy wyoming
        """

    /// The names and codes of one country per line; after a bar, the words for its people and things.
    private static let countries = """
        usa/us/united states/united states of america/america | american
        uk/gb/united kingdom/great britain/britain | british
        uae/united arab emirates
        germany/de | german
        france/fr | french
        italy/it | italian
        spain/es | spanish
        austria/at | austrian
        switzerland/ch | swiss
        netherlands/nl/holland/the netherlands | dutch
        belgium/be | belgian
        portugal/pt | portuguese
        poland/pl | polish
        sweden/se | swedish
        norway/no | norwegian
        denmark/dk | danish
        finland/fi | finnish
        ireland/ie | irish
        england | english
        scotland | scottish
        wales | welsh
        greece/gr | greek
        turkey/tr | turkish
        russia/ru/russian federation | russian
        ukraine/ua | ukrainian
        hungary/hu | hungarian
        romania/ro | romanian
        bulgaria/bg | bulgarian
        czech republic/cz/czechia | czech
        slovakia/sk | slovak
        slovenia/si | slovenian
        croatia/hr | croatian
        serbia/rs | serbian
        iceland/is | icelandic
        canada/ca | canadian
        mexico/mx | mexican
        brazil/br | brazilian
        argentina/ar | argentine
        chile/cl | chilean
        colombia/co | colombian
        peru/pe | peruvian
        cuba/cu | cuban
        china/cn | chinese
        japan/jp | japanese
        south korea/kr/korea | korean
        india/in | indian
        pakistan/pk | pakistani
        thailand/th | thai
        vietnam/vn | vietnamese
        indonesia/id | indonesian
        philippines/ph | philippine
        australia/au | australian
        new zealand/nz
        south africa/za | south african
        egypt/eg | egyptian
        nigeria/ng | nigerian
        kenya/ke | kenyan
        morocco/ma | moroccan
        israel/il | israeli
        iran/ir | iranian
        iraq/iq | iraqi
        saudi arabia/sa | saudi
        asia | asian
        europe | european
        africa | african
        oceania | oceanian
        north america | north american
        south america | south american
        """

    struct Name: Hashable, Sendable {
        let text: String
        /// Whether it is a code of two or three letters, which has this meaning only in columns of such places.
        let isCode: Bool
        /// Whether it is a state, not a country.
        let isState: Bool
    }

    /// The other names of a place by its name in lower case.
    static let others: [String: [Name]] = {
        var out: [String: [Name]] = [:]
        for pair in states.split(separator: ",") {
            let words = pair.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let code = words.first else { continue }
            out[words.dropFirst().joined(separator: " "), default: []].append(Name(text: code, isCode: true, isState: true))
        }
        for line in countries.split(separator: "\n") {
            let names = line.split(separator: "|")[0].split(separator: "/").map { $0.split(separator: " ").joined(separator: " ") }
            for name in names where name.utf8.count > 2 {
                out[name, default: []] += names.filter { $0 != name }.map { Name(text: $0, isCode: $0.utf8.count <= 3, isState: false) }
            }
        }
        return out
    }()

    /// "Irish" by its country, and the country by "Irish".
    static let peoples: [String: [String]] = {
        var out: [String: [String]] = [:]
        for line in countries.split(separator: "\n") {
            let sides = line.split(separator: "|").map { $0.split(separator: "/").map { $0.split(separator: " ").joined(separator: " ") } }
            guard sides.count == 2, let people = sides[1].first else { continue }
            out[people] = sides[0]
        }
        return out
    }()

    /// Words in the names of columns that contain countries.
    static let countryWords: Set<String> = ["country", "nation", "nationality", "citizenship", "origin", "headquarter", "location", "continent"]
    /// Words in the names of columns that contain states.
    static let stateWords: Set<String> = ["state", "province", "region"]
}
