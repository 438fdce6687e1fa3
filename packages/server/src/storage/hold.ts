/** This process's claim to be the only service on a database. */
export interface Hold {
  /** False while the claim is lost; it is then taken again as soon as that is possible. */
  readonly held: boolean
  /** Calls a function whenever another service turns out to hold the claim. */
  onTaken(taken: () => void): void
  release(): void | Promise<void>
}
