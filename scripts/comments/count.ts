import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

/** What a package gives its users, and how much of it has a comment. */
export interface Counted {
  package: string
  /** Functions, classes, types and constants that a door of the package exports. */
  exports: Tally
  /** The fields and methods of the exported types. */
  members: Tally
}

/** How many there are, and the names of those without a comment. */
export interface Tally {
  all: number
  bare: string[]
}

const root = resolve(import.meta.dirname, '../..')

/** Counts what has a comment, package by package, from the doors that the reference is made of. */
export function countComments(): Counted[] {
  const { entryPoints } = JSON.parse(readFileSync(resolve(root, 'typedoc.json'), 'utf8')) as { entryPoints: string[] }
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    entryPoints.map((door) => resolve(root, door)),
    { ...options, noEmit: true },
  )
  const packages = Map.groupBy(entryPoints, (door) => door.split('/')[1] ?? '')
  return [...packages].map(([name, doors]) => ({ package: name, ...countPackage(program, name, doors) }))
}

function countPackage(
  program: ts.Program,
  name: string,
  doors: readonly string[],
): Pick<Counted, 'exports' | 'members'> {
  const checker = program.getTypeChecker()
  const sources = resolve(root, 'packages', name, 'src')
  const isOurs = (node: ts.Node) => node.getSourceFile().fileName.startsWith(sources)
  const exports: Tally = { all: 0, bare: [] }
  const members: Tally = { all: 0, bare: [] }
  const seen = new Set<ts.Node>()
  for (const door of doors) {
    const file = program.getSourceFile(resolve(root, door))
    const module = file && checker.getSymbolAtLocation(file)
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const [node] = symbol.declarations ?? []
      if (node === undefined || seen.has(node) || !isOurs(node)) continue
      seen.add(node)
      note(exports, exported.name, hasComment(symbol, checker))
      for (const member of membersOf(symbol, checker)) {
        const [place] = member.declarations ?? []
        if (place === undefined || seen.has(place) || !isOurs(place)) continue
        seen.add(place)
        note(
          members,
          process.env['POS']
            ? `${place.getSourceFile().fileName.slice(root.length + 1)}:${place.getSourceFile().getLineAndCharacterOfPosition(place.getStart()).line + 1} ${exported.name} :: ${place.getText().replace(/\s+/g, ' ').slice(0, 70)}`
            : `${exported.name}.${member.name}`,
          hasComment(member, checker),
        )
      }
    }
  }
  return { exports, members }
}

function note(tally: Tally, name: string, isDescribed: boolean): void {
  tally.all += 1
  if (!isDescribed) tally.bare.push(name)
}

function hasComment(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
}

/** The public fields and methods of a type or a class; those of each kind, where a type is one of several. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class))) return []
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const kinds = type.isUnion() ? type.types : [type]
  return kinds
    .filter((kind) => kind.flags & ts.TypeFlags.Object || kind.isIntersection())
    .flatMap((kind) => checker.getPropertiesOfType(kind))
    .filter((member) => !member.declarations?.some(isHidden) && !isTag(checker.getTypeOfSymbol(member)))
}

/** `type: 'text'` tells the kinds of a union apart: its value says what it is. */
const isTag = (type: ts.Type) => (type.flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.BooleanLiteral)) !== 0

function isHidden(node: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(node)
  if (name !== undefined && ts.isPrivateIdentifier(name)) return true
  const isPrivate = (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
  return isPrivate || ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')
}
