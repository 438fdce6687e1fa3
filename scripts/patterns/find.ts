import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

/** A regular expression as it is written or built. */
export interface Pattern {
  source: string
  flags: string
  /** From the root of the repository, with its line: "packages/sdk/src/a.ts:3". */
  place: string
}

/** A call of `RegExp`, whose pattern is known only when it runs. UTF-16 code units of the file, the end exclusive. */
export interface Call {
  start: number
  end: number
  line: number
  /** Names that the call takes from the functions around it; without them it can be run where the module ends. */
  locals: readonly string[]
}

export const root = resolve(import.meta.dirname, '../..')

/** The files of the packages that run for users, from the root of the repository. */
export function sourceFiles(): string[] {
  const files = globSync(['packages/{sdk,mock,engine,server}/src/**/*.{ts,tsx}', 'packages/server/browser/**/*.ts'], {
    cwd: root,
  })
  return files.filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file)).sort()
}

/** The regular expressions that a file writes, and the calls that build others. */
export function patternsIn(file: string, text = readFileSync(resolve(root, file), 'utf8')) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const written: Pattern[] = []
  const calls: Call[] = []
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const [body, flags] = [node.text.slice(1, end), node.text.slice(end + 1)]
      written.push({ source: body, flags, place: `${file}:${lineOf(node)}` })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      calls.push({ start: node.getStart(), end: node.getEnd(), line: lineOf(node), locals: localsOf(node) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { written, calls }
}

/** What an expression names that functions around it declare. */
function localsOf(call: ts.Node): string[] {
  const declared = new Set<string>()
  for (let at = call.parent; at && !ts.isSourceFile(at); at = at.parent) declaredIn(at, call, declared)
  const named = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && declared.has(node.text) && !isMemberName(node)) named.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(call)
  return [...named].sort()
}

/** Adds the parameters of a function, and what a block declares, to names. */
function declaredIn(node: ts.Node, call: ts.Node, names: Set<string>): void {
  const bind = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.add(name.text)
    else for (const each of name.elements) if (ts.isBindingElement(each)) bind(each.name)
  }
  const visit = (child: ts.Node): void => {
    if (child === call) return
    if (ts.isVariableDeclaration(child) || ts.isParameter(child)) bind(child.name)
    if (ts.isFunctionDeclaration(child) && child.name) names.add(child.name.text)
    if (child === node || !ts.isFunctionLike(child)) ts.forEachChild(child, visit)
  }
  if (ts.isFunctionLike(node) || isStatementOfFunction(node)) visit(node)
}

/** A statement of the module itself declares what the whole module knows. */
function isStatementOfFunction(node: ts.Node): boolean {
  return ts.isBlock(node) || ts.isForOfStatement(node) || ts.isForStatement(node)
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  )
}
