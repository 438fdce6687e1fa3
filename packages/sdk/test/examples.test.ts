import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const PAGES = ['README.md', '../../docs/citations.md', '../../docs/sdk-reference.md']

/** The code of every example in a doc comment or on a page, by where it stands. */
function findExamples(): Map<string, string> {
  const examples = new Map<string, string>()
  for (const path of globSync('src/**/*.ts', { cwd: root })) {
    const comments = readFileSync(join(root, path), 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? []
    for (const [, code = ''] of comments.join('\n').matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)) {
      const name = join(root, `${path.replace(/\.ts$/, '')}.example-${examples.size}.ts`)
      examples.set(name, code.replaceAll(/^ *\* ?/gm, ''))
    }
  }
  for (const page of PAGES) {
    for (const [, code = ''] of readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)) {
      examples.set(join(root, `src/page.example-${examples.size}.ts`), code)
    }
  }
  return examples
}

it('the examples of the documentation compile', { timeout: 60_000 }, () => {
  const examples = findExamples()
  expect(examples.size).toBeGreaterThanOrEqual(10)
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, '../../tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    join(root, '../..'),
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => examples.has(path) || fileExists(path)
  host.readFile = (path) => examples.get(path) ?? readFile(path)
  const program = ts.createProgram([...examples.keys()], options, host)
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(problems).toEqual([])
})
