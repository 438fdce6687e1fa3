/** This process's claim to be the only service on a database. */
export interface Hold {
  /** False while the claim is lost. It is taken again as soon as possible. */
  readonly held: boolean
  /** Tries at once to take a lost claim again; resolves to whether it is held, within a few seconds. */
  regain(): Promise<boolean>
  /** Calls a function whenever another service turns out to have the claim. */
  onTaken(taken: () => void): void
  release(): void | Promise<void>
}
