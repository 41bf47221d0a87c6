/// The English phrases that are cues, each with its meaning.
enum CuePhrases {
    struct Phrase: Sendable {
        let words: [String]
        let cue: Cue
    }

    /// By first word; the longest first.
    static let byFirstWord: [String: [Phrase]] = {
        var out: [String: [Phrase]] = [:]
        for (text, cue) in all {
            let words = text.split(separator: " ").map(String.init)
            out[words[0], default: []].append(Phrase(words: words, cue: cue))
        }
        return out.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()

    private static func many(_ texts: String, _ cue: Cue) -> [(String, Cue)] {
        texts.split(separator: "|").map { ($0.split(separator: " ").joined(separator: " "), cue) }
    }

    private static let all: [(String, Cue)] =
        commands + aggregates + comparisons + superlatives + structure + text

    private static let commands: [(String, Cue)] =
        many(
            "show | show me | list | list up | find | find out | find me | give | give me | return | tell | tell me | report | display | get | retrieve | select | present | compute | calculate | provide | identify | name me | state the | i want | i would like | i need | can you | could you | please | let me know | fetch | look up | select",
            .command)
        + many("what", .question("what")) + many("which | whose which", .question("which")) + many("when", .question("when"))
        + many("where", .question("where")) + many("how much", .question("how much"))

    private static let aggregates: [(String, Cue)] =
        many(
            "how many | the number of | number of | numbers of | count of | count | its count | the count | the number | number | count the number of | total number of | total numbers of | total count of | how many different | the count of | the total number of",
            .count)
        + many("how many times | number of times | how often | the number of times | times | how many time | number of time", .countTimes)
        + many("average | mean | avg | averaged | on average", .average)
        + many("total | sum | sum of | in total | overall | combined | altogether", .sum)
        + many("average of", .average)

    private static let comparisons: [(String, Cue)] =
        many(
            "more than | greater than | larger than | higher than | bigger than | above | over | exceeding | exceed | exceeds | exceeded | better than | in excess of | upwards of | > | higher than that of | beyond | longer than | greater",
            .comparison(.greater, adjective: nil))
        + many(
            "at least | no less than | no fewer than | not less than | minimum of | >= | a minimum of | greater than or equal to | more than or equal to | not fewer than",
            .comparison(.greaterOrEqual, adjective: nil))
        + many("less than | fewer than | lower than | smaller than | below | under | < | worse than", .comparison(.less, adjective: nil))
        + many(
            "at most | no more than | no greater than | not more than | up to | maximum of | <= | less than or equal to | smaller than or equal to | no larger than | no higher than",
            .comparison(.lessOrEqual, adjective: nil))
        + many("after | later than | since after | newer than", .comparison(.greater, adjective: "late"))
        + many("in or after | on or after | since | from the year | starting from | as of", .comparison(.greaterOrEqual, adjective: "late"))
        + many("before | earlier than | prior to", .comparison(.less, adjective: "late"))
        + many("in or before | on or before | until | by the end of", .comparison(.lessOrEqual, adjective: "late"))
        + many("exactly | equal to | equals | equal | = | is equal to | precisely", .comparison(.equal, adjective: nil))
        + many("older than", .comparison(.greater, adjective: "old")) + many("younger than", .comparison(.less, adjective: "old"))
        + many("taller than", .comparison(.greater, adjective: "tall")) + many("shorter than", .comparison(.less, adjective: "tall"))
        + many("heavier than", .comparison(.greater, adjective: "heavy")) + many("lighter than", .comparison(.less, adjective: "heavy"))
        + many("cheaper than", .comparison(.less, adjective: "expensive"))
        + many("more expensive than | costlier than | dearer than", .comparison(.greater, adjective: "expensive"))
        + many("less expensive than", .comparison(.less, adjective: "expensive"))
        + many(
            "or more | or above | or higher | or greater | or over | or later | or after | or older | or larger | and above | or better",
            .orMore(.greaterOrEqual))
        + many(
            "or less | or fewer | or below | or lower | or earlier | or before | or younger | or smaller | or under | or young", .orMore(.lessOrEqual)
        )
        + many("between | in the range of | in the range from | in the range between | ranging from | ranging between | in between", .between)
        + many("average value | the average", .average) + many("the same as | same | the same", .same)
        + many("than", .than)

    private static let superlatives: [(String, Cue)] =
        many("highest | largest | greatest | biggest | maximum | max | maximal | top | longest ever", .superlative(Superlative(true)))
        + many("lowest | smallest | minimum | min | mininum | minimal | least amount of", .superlative(Superlative(false)))
        + many(
            "most | most number of | greatest number of | largest number of | highest number of | maximum number of | biggest number of",
            .superlative(Superlative(true, counts: true)))
        + many(
            "fewest | least | least number of | smallest number of | lowest number of | fewest number of | minimum number of",
            .superlative(Superlative(false, counts: true)))
        + many("best", .superlative(Superlative(true))) + many("worst | bottom", .superlative(Superlative(false)))
        + many("best selling | top selling | most sold | bestselling | highest selling", .superlative(Superlative(true, "sold")))
        + many("worst selling | least sold | slowest selling | lowest selling | least selling", .superlative(Superlative(false, "sold")))
        + many("highest paid | best paid | top paid", .superlative(Superlative(true, "paid")))
        + many("lowest paid | least paid | worst paid", .superlative(Superlative(false, "paid")))
        + many("most expensive | priciest | dearest", .superlative(Superlative(true, "expensive")))
        + many("least expensive", .superlative(Superlative(false, "expensive")))
        + many("most recent | most recently | newest | latest", .superlative(Superlative(true, "late")))
        + many("least recent | least recently | earliest", .superlative(Superlative(false, "late")))
        + many("first | very first", .superlative(Superlative(false, "late")))
        + many("most populous", .superlative(Superlative(true, "populous")))
        + many(
            "most common | most popular | most frequent | most frequently | most prominent | most commonly | most often | most used | most frequently used | most typical",
            .popular(isLeast: false))
        + many("least common | least popular | least frequent | least frequently | least often | least used | rarest", .popular(isLeast: true))
        + Adjectives.superlatives.sorted { $0.key < $1.key }.compactMap { word, adjective in
            ["highest", "lowest", "largest", "smallest", "newest", "latest", "earliest"].contains(word)
                ? nil : (word, .superlative(superlative(adjective)))
        }

    private static func superlative(_ adjective: String) -> Superlative { Superlative(true, adjective) }

    private static let structure: [(String, Cue)] =
        many(
            "each | every | for each | for every | per | of each | in each | by each | from each | each of | for each of | for all different | for different | of different | grouped by | group by | each different | for each distinct | of each different | in every | within each | at each | on each | broken down by | for each different | for unique | for distinct | for each unique | of each unique",
            .each)
        + many("not | not yet | not a single | not one | never | no | neither | none | nor | without any | cannot | non | nobody", .not)
        + many(
            "without | lacking | lack | excluding | except | except for | other than | outside | outside of | besides | apart from | aside from",
            .without)
        + many(
            "that | who | which | whose | where | whom | with | such that | for whom | for which | in which | when | while | along with | among",
            .relative)
        + many("having | has | have | had", .having)
        + [
            "of", "in", "for", "from", "at", "on", "by", "to", "as", "into", "within", "across", "about", "through", "during", "around", "near",
            "via",
        ].map { ($0, .preposition($0)) }
        + many("and | as well as | & | and also | together with | plus | along with | also", .and) + many("or", .or) + many("both", .both)
        + many("either", .either)
        + many("but | however | yet", .but)
        + many(", | ; ", .comma)
        + many(
            "ordered by | sorted by | order by | sort by | in order of | in the order of | ranked by | sorted | sort | rank by | sort the result | sort the results | sort results | order the result | order the results | sort them | order them | ordered alphabetically by |  arranged by | sort them by | order them by | order results by | sort the results by | sort the result by",
            .orderBy)
        + many(
            "ascending | in ascending order | ascending order | in increasing order | increasing | ascendingly | lowest to highest | smallest to largest | low to high | asc | from lowest to highest | from low to high | from smallest to largest | from least to most | in ascending order of | ascending order of | in increasing order of | ordered ascending by | sorted ascending by | ordered ascending | sorted ascending | ordered by ascending | sorted by ascending",
            .ascending(true))
        + many(
            "descending | in descending order | descending order | in decreasing order | decreasing | highest to lowest | largest to smallest | high to low | desc | from highest to lowest | from high to low | from largest to smallest | from most to least | in descending order of | in decreasing order of | descending order of | largest first | highest first | descendingly | ordered descending by | sorted descending by | ordered descending | sorted descending | ordered by descending | sorted by descending | ordered by decreasing | in order of decreasing | in order of descending",
            .ascending(false))
        + many(
            "alphabetical | alphabetically | alphabetic order | alphabetical order | in alphabetical order | in alphabetic order | lexicographical order | in lexicographical order | in alphabetical order of | alphabetical order of | lexicographically | in alphabetic order of | ordered alphabetically | sorted alphabetically | ordered alphabetically by | alphabetically by | sorted alphabetically by",
            .alphabetical)
        + many(
            "by how many percent | by how much percent | by what percent | by what percentage | how many percent | share | share of | the share of | percentage | percentage of | the percentage of | what percentage of | proportion of | percent of | in percent | as a percentage | fraction of | the fraction of | what fraction of | the proportion of",
            .share)
        + many(
            "growth | growth of | growth in | growth rate | growth rate of | grow | grew | grown | increase in | increase of | increase | increased | decrease | decreased | change in | change of | compared with | compared to | compare | versus | vs | relative to | in comparison with | in comparison to | as opposed to",
            .growth)
        + many(
            "running total | running total of | running sum | running sum of | cumulative | cumulated | accumulated | cumulative total | cumulative total of | cumulative sum of | cumulative number of",
            .running)
        + many(
            "distinct | different | unique | distinctive | various | without repetition | without repetitions | without duplicates | with no duplicates | with no repetition | without duplication",
            .distinct)
        + many(
            "all information | all the information | all details | all the details | everything | all columns | all attributes | all info | full details | information | all information about | every detail | all fields | complete information",
            .everything)
        + many("is | are | was | were | be | been | being | do | does | did | will | can", .be)
        + many(". | ? | !", .sentenceEnd) + many("null | missing | empty | unknown | blank | not recorded | not specified | unspecified", .isNull)
        + many("delete | insert | update | drop | remove | alter | truncate | change | modify | create a | add a", .change)

    private static let text: [(String, Cue)] =
        many(
            "contains | contain | containing | contained | contain the phrase | contains the phrase | containing the phrase | include the phrase | includes the phrase | the phrase | contain the text | contains the text | includes the word | include the word | contains the word | containing the word | contain the word | has the word | have the word | with the word | including the word | has the substring | includes | include | contains the substring | the substring | has the letter | has the letters | contain the letter | contains the letter | contain letter | contains letter | include letter | includes letter | the letter | having the word | that contain the word | like | matching | has word | include the substring | contains the letters | have the letter | have the substring | have letter | containing the letter",
            .contains(.contains))
        + many(
            "starts with | start with | starting with | begins with | begin with | beginning with | start with the letter | starts with the letter | starting with the letter | begins with the letter | begin with the letter | starts with letter | start with letter | prefix | starting with letter",
            .contains(.starts))
        + many("ends with | end with | ending with | ends in | end in | ending in | ends with the letter | end with the letter", .contains(.ends))
}
