import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../src')
/** Rooms in which a function is read without turning a page, and is handed no more than a reader keeps in mind. */
const ROOMS = ['question', 'language', 'evidence', 'judge', 'answer', 'cite']
const LINES = 60
const MEMBERS = 10

/** The functions of a source that are too long or are handed too much, in one line each. */
function faultsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineAt(node.getStart())
      const lines = lineAt(node.end) - first + 1
      if (lines > LINES) faults.push(`${file}:${first + 1} has ${lines} lines`)
      for (const { name, type } of node.parameters) {
        const taken = ts.isObjectBindingPattern(name) ? name.elements.length : 0
        const written = type && ts.isTypeLiteralNode(type) ? type.members.length : 0
        const members = Math.max(taken, written)
        if (members > MEMBERS) faults.push(`${file}:${first + 1} is handed ${members} members`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

it.each(ROOMS)('has no long function in %s, and none that is handed much in one object', (room) => {
  const files = readdirSync(join(SRC, room)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(0)
  const faults = files.flatMap((file) => faultsIn(`${room}/${file}`, readFileSync(join(SRC, room, file), 'utf8')))
  expect(faults).toEqual([])
})

it('tells of a function that is too long, and of one that is handed too much', () => {
  const long = `function long() {\n${'  work()\n'.repeat(LINES)}}\n`
  const members = Array.from({ length: MEMBERS + 1 }, (_, at) => `m${at}`).join(', ')
  expect(faultsIn('a.ts', `${long}const handed = ({ ${members} }: Much) => 1\n`)).toEqual([
    'a.ts:1 has 62 lines',
    'a.ts:63 is handed 11 members',
  ])
})
