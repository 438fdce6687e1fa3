import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from '#accounts/access.ts'
import { total } from '#accounts/credits.ts'
import { layout } from './layout.ts'
import type { DashboardParts } from './parts.ts'
import { formOwner, zoneOf } from './session.ts'
import type { PageContent, View } from './view.ts'

/** Renders and sends a page, with a form token of its own. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  render: (view: View) => PageContent | Promise<PageContent>,
) => Promise<FastifyReply>

export function createSendPage({
  assets,
  manage,
  banner,
}: Pick<DashboardParts, 'assets' | 'manage' | 'banner'>): SendPage {
  return async (request, reply, render) => {
    const { visitor } = request
    const [path = '/'] = request.url.split('?')
    const formToken = reply.generateCsrf({ userInfo: formOwner(request) })
    const view: View = {
      visitor,
      path,
      assets,
      formToken,
      zone: zoneOf(request),
      banner: await banner.text(),
      low: await lowBalance(manage, visitor),
    }
    const content = await render(view)
    const page = await layout(view, content)
    return reply
      .code(content.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(String(page))
  }
}

/** The balance of a visitor, if it is below their alert. */
async function lowBalance(manage: DashboardParts['manage'], visitor: Visitor | undefined): Promise<View['low']> {
  const { id, alertBelow: below } = visitor?.account ?? {}
  if (id === undefined || below === undefined) return undefined
  const balance = total(await manage.showCredits(id))
  return balance < below ? { balance, below } : undefined
}
