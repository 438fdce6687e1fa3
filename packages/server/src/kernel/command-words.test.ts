import { expect, it } from 'vitest'
import { commandWords } from './command-words.ts'

it.each([
  ['/home/ada/app/node_modules/.bin/deep-research', '/home/ada/app', 'npx deep-research'],
  ['/home/ada/app/node_modules/.bin/deep-research', '/home/ada/app/notes', 'npx deep-research'],
  [
    '/home/ada/app/node_modules/.pnpm/a/node_modules/@deep-research/server/dist/main.js',
    '/home/ada/app',
    'npx deep-research',
  ],
  ['C:\\app\\node_modules\\@deep-research\\server\\dist\\main.js', 'C:\\app', 'npx deep-research'],
  ['/home/ada/.npm/_npx/1a2b/node_modules/.bin/deep-research', '/home/ada', 'npx -y @deep-research/server'],
  ['/home/ada/clone/packages/server/src/main.ts', '/home/ada/clone', 'npx -y pnpm@12 deep-research'],
  ['/home/ada/clone/packages/server/dist/main.js', '/home/ada/clone', 'npx -y pnpm@12 deep-research'],
  ['/usr/local/bin/deep-research', '/data', 'deep-research'],
  ['/usr/lib/node_modules/@deep-research/server/dist/main.js', '/home/ada', 'deep-research'],
  ['/home/ada/app/node_modules/vitest/vitest.mjs', '/home/ada/app', 'deep-research'],
])('%s started in %s is called as a person types it there', (script, folder, words) => {
  expect(commandWords(script, folder)).toBe(words)
})
