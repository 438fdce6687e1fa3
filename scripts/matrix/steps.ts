import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startScriptedModel } from '../../examples/self-hosting/src/scripted-model.ts'
import { blocksOf, blockWith } from '../blocks.ts'
import { visitConsole } from './console.ts'
import { installLine, tarball } from './packages.ts'
import { createUser, type Running, type User } from './user.ts'

/** Where a version of Node is tried. */
export interface Place {
  readonly node: string
  readonly folder: string
  /** The clone that the packages were packed in. */
  readonly clone: string
  /** A service that runs elsewhere, as the client's variables name it. */
  readonly service: Record<string, string>
  /** Where a picture of the console is written, if anywhere. */
  readonly picture?: string | undefined
}

/** Something that the front page, or a page that it leads to, promises. */
export interface Step {
  readonly name: string
  /** The oldest Node for it. On an older one it has to end with a line that names this version. */
  readonly needs: string
  /** Whether it is npm alone that names the version, in a warning. It is not tried on an older Node then. */
  readonly npmWarns?: boolean
  /** What is printed in the end. */
  readonly prints: RegExp
  run(place: Place): Promise<string>
}

const LISTENS = /listening on (http:\S+)/
const QUICKSTART = 'docs/quickstart.md'

/** A project with all packages, which the first step that wants it installs. */
const projects = new Map<string, Promise<User>>()

function projectOf({ node, folder, clone }: Place): Promise<User> {
  const path = join(folder, 'project')
  const made = projects.get(path) ?? install()
  projects.set(path, made)
  return made
  async function install(): Promise<User> {
    const user = createUser(node, path)
    await user.type(installLine(clone))
    return user
  }
}

/** A terminal in the project, with variables of its own. */
async function terminal(place: Place, set: Record<string, string>): Promise<User> {
  return createUser(place.node, (await projectOf(place)).folder, set)
}

async function whileRunning(service: Running, use: (url: string) => Promise<string>): Promise<string> {
  try {
    return await use(LISTENS.exec(service.printed())?.[1] ?? '')
  } finally {
    await service.stop()
  }
}

/** An account, a key and a question, as the quickstart has them. */
function askWithCurl({ clone }: Place, url: string): string {
  return blockWith(QUICKSTART, 'sh', 'curl -N', clone).replace('http://127.0.0.1:8080', url)
}

/** Starts a service for other steps to ask; gives what a client's environment says about it. */
export async function startForClients(place: Place): Promise<{ set: Record<string, string>; stop(): Promise<void> }> {
  const user = await projectOf(place)
  const service = await user.begin('npx deep-research serve --port 0', LISTENS)
  const [, DEEP_RESEARCH_BASE_URL = ''] = LISTENS.exec(service.printed()) ?? []
  await user.type('npx deep-research account create --email you@example.com')
  const printed = await user.type('npx deep-research key create you@example.com')
  const [DEEP_RESEARCH_API_KEY = ''] = /dr_live_\S+/.exec(printed) ?? []
  return { set: { DEEP_RESEARCH_BASE_URL, DEEP_RESEARCH_API_KEY }, stop: () => service.stop() }
}

export const STEPS: readonly Step[] = [
  {
    name: 'SDK script',
    needs: '22.18',
    npmWarns: true,
    prints: /“[\s\S]+ iterations, [1-9]\d* sources\n$/,
    async run({ node, folder, clone, service }) {
      const user = createUser(node, join(folder, 'sdk'), service)
      user.write('ask.mjs', blockWith('README.md', 'js', 'client.stream', clone))
      return await user.type(`npm install ${tarball(clone, 'sdk')}\nnode ask.mjs`)
    },
  },
  {
    name: 'mock test',
    needs: '22.18',
    prints: /Tests +3 passed \(3\)/,
    async run({ node, folder, clone }) {
      const user = createUser(node, join(folder, 'mock'))
      const [code = '', test = ''] = blocksOf('README.md', 'ts', clone)
      user.write('src/brief.ts', code)
      user.write('test/brief.test.ts', test)
      const line = blockWith('README.md', 'sh', 'install --save-dev', clone).replace('/path/to/deep-research', clone)
      return await user.type(`npm install ${tarball(clone, 'sdk')}\n${line}npx vitest run`)
    },
  },
  {
    name: 'ask',
    needs: '22.18',
    prints: /\[1\][\s\S]*\nSources\n\n {2}\[1.* — .+, \d{4}\n/,
    async run(place) {
      const user = await projectOf(place)
      const lines = blockWith('README.md', 'sh', 'npm init', place.clone)
      return await user.type(/^npx deep-research ask.*$/m.exec(lines)?.[0] ?? '')
    },
  },
  {
    name: 'serve and curl',
    needs: '22.18',
    prints: /"type":"research\.completed"[\s\S]*data: \[DONE\]/,
    async run(place) {
      const user = await terminal(place, { DATABASE_URL: 'sqlite:serve.db' })
      const command = blockWith(QUICKSTART, 'sh', 'deep-research serve', place.clone).trim()
      const service = await user.begin(`${command} --port 0`, LISTENS)
      return await whileRunning(service, (url) => user.type(askWithCurl(place, url)))
    },
  },
  {
    name: 'scripted model',
    needs: '22.18',
    prints: /"type":"research\.completed".*Ada Morgan[\s\S]*\n[1-9]\d* calls of the model$/,
    async run(place) {
      const model = await startScriptedModel()
      try {
        const user = await terminal(place, { DATABASE_URL: 'sqlite:model.db' })
        cpSync(join(place.clone, 'examples/self-hosting/notes'), join(user.folder, 'notes'), { recursive: true })
        const command = blockWith('examples/self-hosting/README.md', 'sh', 'deep-research serve', place.clone)
          .replace(/LLM_BASE_URL=\S+ LLM_MODEL=\S+/, `LLM_BASE_URL=${model.url} LLM_MODEL=scripted`)
          .trim()
        const service = await user.begin(`${command} --port 0`, LISTENS)
        const question = 'Who was the last keeper of the lighthouse?'
        const ask = (url: string) => user.type(askWithCurl(place, url).replace(/(?<="query": ")[^"]*/, question))
        return `${await whileRunning(service, ask)}\n${model.calls} calls of the model`
      } finally {
        model.close()
      }
    },
  },
  {
    name: 'console',
    needs: '22.18',
    prints: /^the playground answered, and nothing complained$/,
    async run(place) {
      const user = await terminal(place, { DATABASE_URL: 'sqlite:console.db' })
      const service = await user.begin('npx deep-research serve --port 0', /\/enter\?token=\S+\s/)
      const link = /http:\S+\/enter\?token=\S+/.exec(service.printed())?.[0] ?? ''
      return await whileRunning(service, () => visitConsole(link, place.picture))
    },
  },
  {
    name: 'MCP inspector',
    needs: '22.18',
    prints: /\[\^1\]: /,
    async run(place) {
      const user = await projectOf(place)
      const call = '--method tools/call --tool-name research --tool-arg "query=Why was the Panama Canal built?"'
      // The inspector does not show why a server ended; this one ends with its input.
      const alone = await user.type('npx deep-research mcp')
      return alone + (await user.type(`npx -y @modelcontextprotocol/inspector --cli npx deep-research mcp ${call}`))
    },
  },
  {
    name: 'doctor',
    needs: '22.18',
    prints: /^ok +Node: [\s\S]*^ok +corpus: 2\d\d files/m,
    run: async (place) => (await projectOf(place)).type('npx deep-research doctor'),
  },
]
