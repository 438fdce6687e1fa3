import type { Command } from 'commander'
import { type CliContext, onDatabase } from './context.ts'
import { showKey, showNewKey } from './shapes.ts'

type NewKey = ReturnType<typeof showNewKey>

const newKey = {
  show: ({ key }: NewKey) => key,
  note: ({ id }: NewKey) => `The key ${id} is shown only this once. Keep it on a backend, never in client-side code.`,
}

/** The command `key`. */
export function addKeyCommands(program: Command, context: CliContext): void {
  const key = program.command('key').description('manage API keys')
  const create = key
    .command('create <account>')
    .description('create a key')
    .option('--name <name>', 'what the key is for')
  onDatabase(create, context, {
    run: async (manage, ref: string, { name }: { name?: string }) => showNewKey(await manage.createKey(ref, name)),
    ...newKey,
  })
  onDatabase(key.command('list <account>').description('list the keys of an account'), context, {
    run: async (manage, ref: string) => (await manage.listKeys(ref)).map(showKey),
  })
  onDatabase(key.command('roll <key-id>').description('revoke a key at once and create its successor'), context, {
    run: async (manage, keyId: string) => showNewKey(await manage.rollKey(keyId)),
    ...newKey,
  })
  onDatabase(key.command('revoke <key-id>').description('revoke a key at once'), context, {
    run: async (manage, keyId: string) => showKey(await manage.revokeKey(keyId)),
  })
}
