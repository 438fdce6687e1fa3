import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runCli } from '../../packages/server/src/cli/run-cli.ts'
import { readSettings, showSettings } from '../../packages/server/src/config.ts'
import type { Call } from './record-calls.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What the client reads beside the settings of the service. */
const OF_THE_CLIENT = ['DEEP_RESEARCH_API_KEY', 'DEEP_RESEARCH_BASE_URL', 'DEEP_RESEARCH_OPERATOR_KEY']
/** Commands of pnpm that are no script. */
const OF_PNPM = ['install', 'exec']

/** The words of a call of the command line, if it is one: `npx deep-research ask …` has `ask …`. */
function commandOf({ program, args }: Call): readonly string[] | undefined {
  const [first, second, ...rest] = args
  switch (program) {
    case 'deep-research':
      return args
    case 'npx':
      if (first === 'deep-research') return args.slice(1)
      return first === '-y' && second === 'pnpm@12'
        ? commandOf({ program: 'pnpm', args: rest, environment: {} })
        : undefined
    case 'pnpm': {
      const [script = '', ...words] = args.filter((word, at) => at > 0 || word !== '-s')
      if (script === 'deep-research') return words
      return ['demo', 'serve'].includes(script) ? [script, ...words] : undefined
    }
    case 'docker': {
      const at = args.indexOf('deep-research', args.indexOf('exec') + 2)
      return args.includes('exec') && at > 0 ? args.slice(at + 1) : undefined
    }
    default:
      return undefined
  }
}

/** What is wrong with a call that a page shows. */
export async function checkCall(call: Call, page: string): Promise<string[]> {
  const command = commandOf(call)
  return [...checkVariables(call), ...(command ? await checkCommand(command) : checkOther(call, page))]
}

function checkVariables({ program, environment }: Call): string[] {
  const settings = Object.entries(environment).filter(([name]) => !OF_THE_CLIENT.includes(name))
  const unknown = settings.filter(([name]) => !(name in showSettings({})))
  if (unknown.length > 0) return unknown.map(([name]) => `there is no setting ${name}`)
  // A reader fills in what is left open, and containers have settings of their own.
  if (program === 'docker' || settings.some(([, value]) => value.includes('…'))) return []
  try {
    readSettings(Object.fromEntries(settings))
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

async function help(words: readonly string[]): Promise<string | undefined> {
  const printed: string[] = []
  const output = { write: (text: string) => printed.push(text), isTTY: false, columns: 200 }
  const code = await runCli([...words, '--help'], {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    environment: {},
    openEngine: async () => Promise.reject(new Error('Help needs no engine.')),
    stop: new AbortController().signal,
    endSlowly: () => {},
    readableLog: true,
  })
  const text = printed.join('')
  return code === 0 && text.startsWith(`Usage: deep-research ${words.join(' ')}`) ? text : undefined
}

async function checkCommand(args: readonly string[]): Promise<string[]> {
  const flag = args.findIndex((word) => word.startsWith('-'))
  const words = flag < 0 ? args : args.slice(0, flag)
  for (const length of [2, 1]) {
    const name = words.slice(0, length)
    const text = name.length === length ? await help(name) : undefined
    // A group of commands does nothing by itself.
    if (text === undefined || /^Commands:$/m.test(text)) continue
    const flags = args.filter((word) => /^--?\w/.test(word))
    const known: readonly string[] = text.match(/(?<=[ ,])--?\w[\w-]*/g) ?? []
    return flags.filter((flag) => !known.includes(flag)).map((flag) => `${name.join(' ')} has no ${flag}`)
  }
  return [`there is no command ${args.join(' ')}`]
}

function checkOther({ program, args, environment }: Call, page: string): string[] {
  const [first = '', second = '', ...rest] = args
  const folder = dirname(page)
  if (program === 'npx' && first === '-y' && second === 'pnpm@12') {
    return checkOther({ program: 'pnpm', args: rest, environment }, page)
  }
  if (program === 'pnpm') return checkScript(args, folder)
  if (program === 'npm') return first === 'run' ? checkScript([second], folder) : checkPackages(args.slice(1), folder)
  if (program === 'node') return isThere(first, page) ? [] : [`there is no file ${first}`]
  if (program === 'npx') return isInstalled(first, page) ? [] : [`npx ${first} fetches something that is not ours`]
  if (program === 'curl')
    return args.some((word) => /:8080\/(?:v1\/research|openai\/v1\/models)$/.test(word)) ? [] : ['curl asks elsewhere']
  return []
}

/** Whether a file is in the folder of the page, or is one that the page tells its reader to write. */
function isThere(file: string, page: string): boolean {
  return existsSync(join(root, dirname(page), file)) || read(page).includes(`In \`${file}\``)
}

/** Whether the page has its reader install a package before. */
function isInstalled(name: string, page: string): boolean {
  return (read(page).match(/^npm install .*$/gm) ?? []).some((line) => line.split(' ').includes(name))
}

function checkScript(args: readonly string[], folder: string): string[] {
  const [script = '', ...words] = args
  if (script === 'exec') return checkTests(words)
  const own = join(folder, 'package.json')
  const { scripts = {} } = JSON.parse(read(folder.startsWith('examples/') ? own : 'package.json'))
  return script in scripts || OF_PNPM.includes(script) ? [] : [`there is no script ${script}`]
}

function checkTests([program, run, flag, project = '', filter = '']: readonly string[]): string[] {
  if (program !== 'vitest' || run !== 'run' || flag !== '--project') return [`exec ${program} is not known here`]
  if (!read('vitest.config.ts').includes(`name: '${project}'`)) return [`there is no project ${project}`]
  const files = globSync(`${project === 'examples' ? project : `packages/${project}`}/**/*.test.ts`, { cwd: root })
  return files.some((file) => file.includes(filter)) ? [] : [`no test of ${project} is in ${filter}`]
}

/** Packages of ours are there; those of others have a range in the package that needs them. */
function checkPackages(specs: readonly string[], folder: string): string[] {
  const manifests = [...globSync('{packages,examples}/*/package.json', { cwd: root }), 'package.json']
    .map(read)
    .join('\n')
  return specs.flatMap((spec) => {
    if (spec.startsWith('-') || /^[./].*packed\/.*\.tgz$/.test(spec)) return []
    const name = spec.replace(/(?<=.)@.*$/, '')
    return manifests.includes(`"${name}"`) ? [] : [`${folder} does not know a package ${name}`]
  })
}
