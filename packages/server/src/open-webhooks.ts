import type { GuardedPostOptions } from '@deep-research/engine'
import { createWebhooks, type Webhooks } from '#accounts/manage-webhooks.ts'
import type { Settle } from '#admission/settle.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Storage } from '#storage/storage.ts'
import { type Deliveries, startDeliveries } from '#webhooks/deliver.ts'

/** How addresses of webhooks are reached. */
export type Reach = Pick<GuardedPostOptions, 'resolve' | 'dial'>

/** Webhooks, and what sends to them. */
export interface OpenedWebhooks {
  webhooks: Webhooks
  deliveries: Deliveries
  /** Settles, and sends at once what webhooks are told of it. */
  telling(settle: Settle): Settle
}

const USER_AGENT = 'deep-research-webhooks/1'

/** Starts to send to webhooks what waits for them. The guard of outgoing requests is loaded when it is needed. */
export function openWebhooks(
  storage: Pick<Storage, 'webhooks'>,
  parts: { secret: string; reach: Reach | undefined; clock: Clock; log: Log },
): OpenedWebhooks {
  const load = () => import('@deep-research/engine')
  const deliveries = startDeliveries({
    ...storage,
    ...parts,
    openPost: async () => (await load()).openPost({ ...parts.reach, userAgent: USER_AGENT }),
  })
  const poke = () => deliveries.poke()
  const checkAddress = async (url: string) => (await load()).checkPostAddress(url)
  return {
    deliveries,
    webhooks: createWebhooks({ ...storage, ...parts, checkAddress, poke }),
    telling: (settle) => async (claim, end) => {
      const settled = await settle(claim, end)
      if (settled?.own) poke()
      return settled
    },
  }
}
