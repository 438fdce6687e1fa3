import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** All rows of all tables of a database, as JSON, by table. */
export async function storedRows(databaseUrl: string): Promise<Record<string, string[]>> {
  return databaseUrl.startsWith('sqlite:')
    ? ofSqlite(databaseUrl.slice('sqlite:'.length))
    : await ofPostgres(databaseUrl)
}

function ofSqlite(path: string): Record<string, string[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const rows = tables.map(({ name }) => [
    name,
    database
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => JSON.stringify(row)),
  ])
  database.close()
  return Object.fromEntries(rows)
}

async function ofPostgres(connectionString: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const all: Record<string, string[]> = {}
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as text from "${tablename}" t`)
    all[tablename] = rows.map(({ text }) => text)
  }
  await client.end()
  return all
}

/** Changes rows behind the service's back. */
export async function execute(databaseUrl: string, statement: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
    database.exec(statement)
    database.close()
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
