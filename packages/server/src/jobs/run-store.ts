import type { Claim } from './claim.ts'
import type { ClaimedRun } from './ports.ts'

/** Stores who owns a request, and the results of its finished steps. Each method is one transaction. */
export interface RunStore {
  /** Takes over a request from whoever owns it. Undefined if it has ended or does not exist. */
  claim(id: string): Promise<ClaimedRun | undefined>
  /**
   * Gives up a claim without a fault, so that the try does not count.
   * @returns false if a later epoch owns the request, or if it has ended.
   */
  handBack(claim: Claim): Promise<boolean>
  /**
   * Stores the result of a step; one that is already stored stays as it is.
   * @returns false, and stores nothing, if a later epoch owns the request, or if it has ended.
   */
  saveStep(claim: Claim, key: string, result: string): Promise<boolean>
}
