/// Filler words without meaning for a query: articles, pronouns, auxiliaries and general verbs.
enum Fillers {
    static let words: Set<String> = Set(
        """
        a an the this that these those there here it its they them their theirs he him his she her we us our you your i me my mine who whom one ones some any all
        every each such so then too also just only even yet already ever please would could should may might must shall do does did done doing be been being
        is are was were am has have had having will can of in on at by for from to with as into onto upon about if whether while because thing
        different s t d ll ve re respectively corresponding respective following given associated related regarding concerning total whole entire
        exist exists existing available stored recorded listed registered present currently current now database table record records data entry entries result results row rows system
        called named titled know known belong belongs belonging belonged use uses used using make makes made making get gets got take takes took taken taking give gives
        live lives living lived located work works worked working locate find found finding come comes came go goes went gone going want like need see seen show showing shown
        appear appears appeared participate participates participated participating involve involves involved contain own owns owned owning run running
        hold holds held holding keep keeps kept include includes included including receive receives received receiving offer offers offered offering
        produce produces produced producing operate operates operated operating teach teaches taught teaching study studies studying studied stay stays stayed staying
        release released releases play plays played playing serve serves served serving provide provides provided providing purchase purchased buy bought
        place placed places put set sets number numbers many much more less lot order ordered ordering back over out up off down value values
        information info detail details description kind type name names id ids code what which when where how why
        under correspond corresponds shared share shares same common both most least time times well along together among between
        other others another anyone anybody someone somebody as-well say tell visit visited visits visiting directed written created built opened joined handled
        sort list report return word words letter letters substring string once apiece overall
        reside resides residing attend attends attended attending enroll enrolled enrolls become became lead leads led manage manages managed
        win wins won winning pay pays paid payed spend spent sell sells sold rank ranked ranks supply supplies supplied
        sorted group grouped based across per according worth brought bring brings generated generate generates trend our terms regard regards respect world
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    /// Words that may occur inside a column's name in a question: "date of the birth".
    static let glue: Set<String> = ["of", "the", "number", "in"]
}
