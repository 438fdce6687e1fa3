import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Assets } from './assets.ts'
import { layout } from './layout.ts'
import { formOwner, zoneOf } from './session.ts'
import type { PageContent, View } from './view.ts'

/** Renders and sends a page, with a form token of its own. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  render: (view: View) => PageContent | Promise<PageContent>,
) => Promise<FastifyReply>

export function createSendPage(assets: Assets): SendPage {
  return async (request, reply, render) => {
    const { visitor } = request
    const [path = '/'] = request.url.split('?')
    const formToken = reply.generateCsrf({ userInfo: formOwner(request) })
    const view: View = { visitor, path, assets, formToken, zone: zoneOf(request) }
    const content = await render(view)
    const page = await layout(view, content)
    return reply
      .code(content.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(String(page))
  }
}
