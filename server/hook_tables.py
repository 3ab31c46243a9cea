"""The tables of webhooks in the side store: who wants to be told what, and what is on its way."""

WEBHOOKS = (
    """CREATE TABLE IF NOT EXISTS webhooks (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, seat TEXT NOT NULL, holder TEXT NOT NULL,
        url TEXT NOT NULL, wanted TEXT NOT NULL, secret TEXT NOT NULL, seq BIGINT NOT NULL,
        created_at BIGINT NOT NULL, failing_since BIGINT, failure TEXT)""",
    "CREATE INDEX IF NOT EXISTS webhooks_by_game ON webhooks (game)",
    """CREATE TABLE IF NOT EXISTS deliveries (
        id TEXT PRIMARY KEY, webhook TEXT NOT NULL, body TEXT NOT NULL, created_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL, attempts INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS deliveries_by_time ON deliveries (due_at)",
    "CREATE INDEX IF NOT EXISTS deliveries_by_webhook ON deliveries (webhook)",
)
