import type { DashboardContext } from '../context.ts'

/** Strangers may sign up where the settings say so, and not before the service has an owner. */
export async function signUpOpen({ signIn, signUpOpen: open }: DashboardContext): Promise<boolean> {
  return open && (await signIn.isSetUp())
}
