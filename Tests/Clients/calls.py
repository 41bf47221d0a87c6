"""The official Python client against one endpoint, in the era that is asked for."""

import contextlib
import json
import sqlite3

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

# The modes of the client: the handshake of 2025-11-25 and before, and the stateless revision.
ERAS = ["legacy", "2026-07-28"]


@contextlib.asynccontextmanager
async def over_http(url, key, era, options=None, patience=60, **headers):
    if key:
        headers["Authorization"] = f"Bearer {key}"
    async with httpx2.AsyncClient(headers=headers, timeout=patience) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=era, **(options or {})) as client:
            yield client


@contextlib.asynccontextmanager
async def over_stdio(house, key, era, *arguments, options=None):
    from conftest import BINARY

    environment = {"GATEHOUSE_DATA": str(house.data), "GATEHOUSE_API_KEY": key}
    parameters = StdioServerParameters(command=BINARY, args=["stdio", *arguments], env=environment)
    async with Client(parameters, mode=era, **(options or {})) as client:
        yield client


# The last carries standard input and output to the running server.
TRANSPORTS = ["http", "stdio", "bridge"]


def over(transport, house, key, era, **options):
    """A client by one of the transports; options are the client's."""
    if transport == "http":
        return over_http(house.mcp, key, era, options)
    return over_stdio(house, key, era, *(["--url", house.mcp] if transport == "bridge" else []), options=options)


async def crud(client, action, **arguments):
    """The structured answer of one call of `crud`; an error of the tool fails the test."""
    result = await client.call_tool("crud", {"action": action, **arguments})
    assert not result.is_error, result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


def rows(house, sql, *values, workspace=1):
    """Rows of a workspace's own database, read past the server."""
    with contextlib.closing(sqlite3.connect(house.data / "workspaces" / f"{workspace}.db")) as database:
        return database.execute(sql, values).fetchall()


def fingerprint(house, workspace=1):
    """All rows of the tables that the tests try to change."""
    tables = ["customers", "orders", "order_lines", "products"]
    return {table: rows(house, f"SELECT count(*), total(id), max(updatedAt) FROM {table}" if table in ("orders", "customers")
                        else f"SELECT count(*), total(id) FROM {table}", workspace=workspace) for table in tables}
