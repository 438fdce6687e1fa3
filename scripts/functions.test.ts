import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../packages')
/** How many lines a function has at most, so that it is read without turning a page. */
const LINES = 80
const PACKAGE_NAMES = ['engine', 'sdk', 'mock', 'server']
/** Rooms of the engine in which a function is shorter, and is handed no more than a reader keeps in mind. */
const STRICT_LINES = 60
const STRICT = ['question', 'language', 'evidence', 'judge', 'answer', 'cite']
const MEMBERS = 10

/** The functions of a source that are too long or are handed too much, in one line each. */
function faultsIn(file: string, text: string, most: { lines: number; members: number }): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineAt(node.getStart())
      const lines = lineAt(node.end) - first + 1
      if (lines > most.lines) faults.push(`${file}:${first + 1} has ${lines} lines`)
      for (const { name, type } of node.parameters) {
        const taken = ts.isObjectBindingPattern(name) ? name.elements.length : 0
        const written = type && ts.isTypeLiteralNode(type) ? type.members.length : 0
        const members = Math.max(taken, written)
        if (members > most.members) faults.push(`${file}:${first + 1} is handed ${members} members`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

/** The faults of the sources that a pattern names below `packages`; tests are none. */
function faultsBelow(pattern: string, most: { lines: number; members: number }): string[] {
  const files = globSync(pattern, { cwd: PACKAGES }).filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(0)
  return files.flatMap((file) => faultsIn(file, readFileSync(join(PACKAGES, file), 'utf8'), most))
}

it.each(PACKAGE_NAMES)('no function of the %s has more than 80 lines', (name) => {
  expect(faultsBelow(`${name}/src/**/*.{ts,tsx}`, { lines: LINES, members: Number.POSITIVE_INFINITY })).toEqual([])
})

it.each(STRICT)('no function in %s has more than 60 lines or is handed much in one object', (room) => {
  expect(faultsBelow(`engine/src/${room}/*.ts`, { lines: STRICT_LINES, members: MEMBERS })).toEqual([])
})

it('tells of a function that is too long, and of one that is handed too much', () => {
  const long = `function long() {\n${'  work()\n'.repeat(60)}}\n`
  const members = Array.from({ length: MEMBERS + 1 }, (_, at) => `m${at}`).join(', ')
  const text = `${long}const handed = ({ ${members} }: Much) => 1\n`
  expect(faultsIn('a.ts', text, { lines: 60, members: MEMBERS })).toEqual([
    'a.ts:1 has 62 lines',
    'a.ts:63 is handed 11 members',
  ])
})
