"""The same tool on FastMCP: one order by its key from the same SQLite file. Stateless, JSON answers, one process."""

import sqlite3
import sys

from fastmcp import FastMCP

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, check_same_thread=False)
database.row_factory = sqlite3.Row
server = FastMCP("peer")


@server.tool
def order_get(id: int) -> dict:
    """One order."""
    found = database.execute("SELECT * FROM orders WHERE id = ?", (id,)).fetchone()
    return dict(found) if found else {}


server.run(
    transport="http", host="127.0.0.1", port=int(sys.argv[2]), path="/api/mcp", stateless_http=True, json_response=True, show_banner=False,
    log_level="ERROR")
