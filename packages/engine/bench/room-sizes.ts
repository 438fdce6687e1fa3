import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** What is counted of a room. */
export interface RoomSize {
  /** Lines of its sources, without tests. */
  lines: number
  /** Numbers that steer it: named constants, and members of tables of constants. */
  constants: number
  /** Bytes of its word lists. */
  listBytes: number
}

/** Say nothing of how a thing was set. */
const PLAIN = new Set([0, 1, 2, 10, 100, 1000, 1024, 1024 ** 2, 1024 ** 3])

/** Rooms that consist of several folders below `src`; every other folder is a room of its own. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  support: ['http', 'threads'],
  evidence: ['evidence', 'judge'],
  'corpus/index': ['corpus/index', 'corpus/search'],
}
const ROOMS = [
  'language',
  'support',
  'guard',
  'corpus/readers',
  'corpus/formats',
  'corpus/sources',
  'corpus/index',
  'question',
  'evidence',
  'cite',
  'answer',
  // Before the room that it stands in: what knows how endpoints want to be asked.
  'model/client',
  'model',
  'research',
  // Before the room that it stands in: the services that find pages and publications, each a file.
  'web/search',
  'web/rendering',
  'web',
  'hosted',
]

/** The size of each room below a folder of sources; `root`: of what stands in no room. */
export function roomSizes(src: string): Record<string, RoomSize> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const sizes: Record<string, RoomSize> = {}
  for (const room of [...ROOMS, 'root']) sizes[room] = { lines: 0, constants: 0, listBytes: 0 }
  for (const file of files) {
    const size = sizes[roomOf(file)]
    if (size === undefined) continue
    if (file.endsWith('.json') && file.includes('/data/')) size.listBytes += readFileSync(join(src, file)).length
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = readFileSync(join(src, file), 'utf8')
    size.lines += text.split('\n').length - 1
    size.constants += constantsIn(text)
  }
  return sizes
}

function roomOf(file: string): string {
  const isIn = (folder: string) => file.startsWith(`${folder}/`)
  return ROOMS.find((room) => (FOLDERS[room] ?? [room]).some(isIn)) ?? 'root'
}

/** How many numbers a source names that are not plain. */
export function constantsIn(text: string): number {
  let count = 0
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)
    const value = isNamed && node.initializer ? numberOf(node.initializer) : undefined
    if (value !== undefined && !PLAIN.has(Math.abs(value))) count += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest))
  return count
}

function numberOf(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text)
  return ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined
}

/** The rows of a file of budgets that a size is over, in one line each; rows that are missing, too. */
export function overBudget(sizes: Record<string, RoomSize>, budgetFile: string): string[] {
  const budgets: Record<string, RoomSize> = existsSync(budgetFile) ? JSON.parse(readFileSync(budgetFile, 'utf8')) : {}
  return Object.entries(sizes).flatMap(([room, size]) => {
    const budget = budgets[room]
    if (budget === undefined) return [`${room} has no row`]
    return (['lines', 'constants', 'listBytes'] as const).flatMap((what) =>
      size[what] > budget[what] ? [`${room} has ${size[what]} ${what}, its budget is ${budget[what]}`] : [],
    )
  })
}

const HERE = join(import.meta.dirname, '..')

// Prints the sizes as they are, as the file of budgets has them.
if (import.meta.main) console.log(JSON.stringify(roomSizes(join(HERE, 'src')), null, 2))
