import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { testApiKey } from '../packages/mock/src/index.ts'
import { startMockServer } from '../packages/mock/src/node.ts'
import { createProject } from './project.ts'

const here = (path: string) => join(import.meta.dirname, path)

export type UserPrograms = Awaited<ReturnType<typeof openUserPrograms>>

/** A port that was free a moment ago: for programs that must be told theirs. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

/** The last line that a program printed, which is JSON. */
export const printed = (text: string): unknown => JSON.parse(text.trim().split('\n').at(-1) ?? '')

/** A project of a user with the packed packages, the packages that it names, our programs, and a mock that they ask. */
export async function openUserPrograms(name: string, stack: readonly string[]) {
  const mock = await startMockServer()
  const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const env: Record<string, string> = {
    DEEP_RESEARCH_BASE_URL: mock.url,
    DEEP_RESEARCH_API_KEY: testApiKey(),
    CHROMIUM: chromium,
  }
  const project = createProject(name)
  await project.install(project.packed('sdk'), project.packed('mock'), ...stack)
  for (const file of readdirSync(here('programs'))) copyFileSync(here(`programs/${file}`), join(project.folder, file))
  for (const example of ['relay', 'nextjs']) {
    const filter = (path: string) => !/node_modules|\.next$/.test(path)
    cpSync(here(`../examples/${example}`), join(project.folder, example), { recursive: true, filter })
  }
  return {
    project,
    mock,
    env,
    /** Copies a recipe into the project, and tells its folder. */
    recipe(recipe: string): string {
      const folder = join(project.folder, recipe)
      cpSync(here(`recipes/${recipe}`), folder, { recursive: true })
      return folder
    },
    async compile(files: readonly string[], types: readonly string[], lib: readonly string[] = ['ES2024']) {
      const compilerOptions = {
        target: 'ES2022',
        lib,
        module: 'nodenext',
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        types,
      }
      writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      expect(await project.run('tsc', ['-p', '.'])).toBe('')
    },
    node: (...words: string[]) => project.run(process.execPath, ['--no-warnings', ...words], env),
    async close() {
      project.remove()
      await mock.close()
    },
  }
}
