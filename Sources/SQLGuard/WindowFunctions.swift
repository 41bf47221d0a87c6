/// Window functions, which are the same on all engines.
enum WindowFunctions {
    static let names = [
        "cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile", "percent_rank", "rank", "row_number",
    ]
}
