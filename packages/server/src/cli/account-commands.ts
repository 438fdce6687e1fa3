import { TIERS, type Tier } from '@deep-research/sdk/contract'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { commandWords } from '#kernel/command-words.ts'
import { readSettings } from '../config.ts'
import { type CliContext, onDatabase } from './context.ts'
import { showAccount, showCredits, showState } from './shapes.ts'

const tiers = Object.keys(TIERS)

/** The commands `account` and `credits`. An ACCOUNT is an id or an email address. */
export function addAccountCommands(program: Command, context: CliContext): void {
  const account = program.command('account').description('manage accounts')
  const create = account
    .command('create')
    .description('create an account')
    .requiredOption('--email <email>', 'the email address')
    .addOption(new Option('--tier <tier>', 'how many requests may run at once').choices(tiers).default('free'))
  onDatabase(create, context, {
    run: async (manage, { email, tier }: { email: string; tier: Tier }) =>
      showAccount(await manage.createAccount(email, tier)),
    note: ({ email }) => `Next: ${commandWords()} key create ${email}`,
  })
  onDatabase(account.command('list').description('list all accounts'), context, {
    run: async (manage) => (await manage.listAccounts()).map(showAccount),
  })
  const tier = account.command('tier <account>').description('set the tier of an account')
  tier.addArgument(new Argument('<tier>', 'how many requests may run at once').choices(tiers))
  onDatabase(tier, context, {
    run: async (manage, ref: string, to: Tier) => showAccount(await manage.setTier(ref, to)),
  })
  const operator = account
    .command('operator <account>')
    .description('make an account an operator, who can see and change all accounts')
  operator.option('--revoke', 'take these rights away')
  onDatabase(operator, context, {
    run: async (manage, ref: string, { revoke = false }: { revoke?: boolean }) => ({
      ...showAccount(await manage.setOperator(ref, !revoke)),
      operator: !revoke,
    }),
  })
  const reason = ['--reason <text>', 'why, for the audit trail'] as const
  const suspend = account.command('suspend <account>').option(...reason)
  suspend.description('refuse the keys of an account, close its sessions and let nobody sign in to it')
  onDatabase(suspend, context, {
    run: async (manage, ref: string, { reason }: { reason?: string }) => showState(await manage.suspend(ref, reason)),
    note: () => 'Running research continues. An operator can cancel it in the dashboard.',
  })
  const reinstate = account.command('reinstate <account>').option(...reason)
  reinstate.description('end the suspension of an account')
  onDatabase(reinstate, context, {
    run: async (manage, ref: string, { reason }: { reason?: string }) => showState(await manage.reinstate(ref, reason)),
  })
  const twoFactor = account.command('two-factor <account>').description('turn off two-factor sign-in for an account')
  twoFactor.requiredOption('--off', 'for someone who lost their authenticator app and their backup codes')
  onDatabase(twoFactor, context, {
    run: async (manage, ref: string) => showAccount(await manage.removeTwoFactor(ref)),
  })
  const link = account
    .command('link <account>')
    .description('print a link that signs in to the dashboard once, within an hour')
  onDatabase(link, context, {
    run: async (manage, ref: string) => ({
      link: `${dashboardUrl(context)}/enter?token=${await manage.createLink(ref)}`,
    }),
    show: ({ link }) => link,
  })
  const credits = program.command('credits').description('show balances and add credits')
  onDatabase(credits.command('show <account>').description('show the balances of an account'), context, {
    run: async (manage, ref: string) => showCredits(await manage.showCredits(ref)),
  })
  const grant = credits.command('grant <account>').description('add credits that do not expire')
  grant.argument('<credits>', 'how many credits', wholeNumber)
  grant.option('--reason <text>', 'why, for the ledger of the account')
  grant.option('--once <name>', 'the name of the grant, such as the id of a payment: the same one is made once')
  onDatabase(grant, context, {
    run: async (manage, ref: string, amount: number, { reason, once }: { reason?: string; once?: string }) =>
      showCredits(await manage.grantCredits(ref, amount, reason, once)),
  })
}

/** Where browsers find the dashboard. */
function dashboardUrl({ environment }: CliContext): string {
  const { publicUrl, host, port } = readSettings(environment)
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}
