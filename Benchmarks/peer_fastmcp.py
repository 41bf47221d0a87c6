"""The same tool on FastMCP: ten orders from the same SQLite file. Stateless, JSON answers, one process."""

import sqlite3
import sys

from fastmcp import FastMCP

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, check_same_thread=False)
database.row_factory = sqlite3.Row
server = FastMCP("peer")


@server.tool
def orders_from(first: int) -> list[dict]:
    """Ten orders."""
    query = "SELECT id, number, status, ordered_at, total FROM orders WHERE id >= ? AND id < ? ORDER BY id"
    return [dict(row) for row in database.execute(query, (first, first + 10))]


server.run(
    transport="http", host="127.0.0.1", port=int(sys.argv[2]), path="/api/mcp", stateless_http=True, json_response=True, show_banner=False,
    log_level="ERROR")
