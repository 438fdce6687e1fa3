import type { DashboardContext } from '../context.ts'

/** Strangers may sign up where the settings say so, and not before the service has an operator. */
export async function signUpOpen({ signIn, signUpOpen: open }: DashboardContext): Promise<boolean> {
  return open && (await signIn.isSetUp())
}

/** Whether an address is of a domain that may sign up. */
export function isOfDomain(
  { signUpDomains: domains }: Pick<DashboardContext, 'signUpDomains'>,
  email: string,
): boolean {
  return domains === undefined || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** What is told to whoever has another address. */
export function otherDomain({ signUpDomains: domains = [] }: Pick<DashboardContext, 'signUpDomains'>): string {
  return `Only addresses of ${domains.join(', ')} can sign up here. Use one of them, or ask the operator for an invitation.`
}
