import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSettings } from '@deep-research/server'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const example = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(example, path), 'utf8')
const { services, volumes } = parse(read('compose.yaml'))
const service = services['deep-research']

/** The environment as Compose makes it of the file and of what the user has set. */
function environmentWith(set: Record<string, string>): Record<string, string> {
  const filled = Object.entries<string>(service.environment).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+):-(\w[^}]*)\}/, (_match, variable: string, fallback: string) => set[variable] ?? fallback),
  ])
  return Object.fromEntries(filled)
}

test('the settings hold together, with a model and without one', () => {
  expect(readSettings(environmentWith({}))).toMatchObject({ llm: 'none', corpus: '/documents' })
  const { llm, llmModel, llmBaseUrl } = readSettings(environmentWith({ LLM: 'openai-compatible' }))
  expect([llm, llmModel]).toEqual(['openai-compatible', 'llama3.2'])
  expect(Object.keys(services)).toContain(new URL(llmBaseUrl ?? '').hostname)
})

test('what is built, mounted and published is there', () => {
  const { build, ports, volumes: mounts } = service
  const dockerfile = readFileSync(resolve(example, build.context, build.dockerfile), 'utf8')
  expect(ports).toEqual([expect.stringMatching(`^127\\.0\\.0\\.1:\\d+:${/EXPOSE (\d+)/.exec(dockerfile)?.[1]}$`)])
  const [folder, target] = mounts[0].split(':')
  expect([existsSync(join(example, folder)), target]).toEqual([true, service.environment.CORPUS])
  expect(mounts[1]).toBe(`data:${/^VOLUME (\S+)/m.exec(dockerfile)?.[1]}`)
  expect(Object.keys(volumes)).toContain('data')
})

test('what the check asks is in the documents', () => {
  const [, name = '?'] = /grep "(.*)"/.exec(read('check.sh')) ?? []
  expect(read('documents/lighthouse.md')).toContain(name)
})
