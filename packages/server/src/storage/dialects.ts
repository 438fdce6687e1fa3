import type { Dialect } from './dialect.ts'
import { postgres } from './postgres/dialect.ts'
import { sqlite } from './sqlite/dialect.ts'

/** The databases on which the service can run. To add one, add a folder and a line here. */
export const DIALECTS: readonly Dialect[] = [sqlite, postgres]

/** Whether a text is a database URL that this service supports. */
export function isDatabaseUrl(text: string): boolean {
  return DIALECTS.some((dialect) => dialect.takes(text))
}

/** The dialect of a URL for which {@link isDatabaseUrl} is true. */
export function dialectOf(url: string): Dialect {
  const dialect = DIALECTS.find((one) => one.takes(url))
  if (!dialect) throw new Error('the database URL belongs to no dialect')
  return dialect
}
