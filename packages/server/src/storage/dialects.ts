import type { Dialect } from './dialect.ts'
import { postgres } from './postgres/dialect.ts'
import { sqlite } from './sqlite/dialect.ts'

/** The databases that the service runs on. A further one is a folder and a line here. */
export const DIALECTS: readonly Dialect[] = [sqlite, postgres]

/** Whether a text is a database URL that this service takes. */
export function isDatabaseUrl(text: string): boolean {
  return DIALECTS.some((dialect) => dialect.takes(text))
}

/** The dialect of a database URL that {@link isDatabaseUrl} takes. */
export function dialectOf(url: string): Dialect {
  const dialect = DIALECTS.find((one) => one.takes(url))
  if (!dialect) throw new Error('the database URL belongs to no dialect')
  return dialect
}
