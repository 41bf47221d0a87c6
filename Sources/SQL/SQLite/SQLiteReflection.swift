extension SQLiteDatabase {
    package func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema {
        DatabaseSchema(tables: [])
    }
}
