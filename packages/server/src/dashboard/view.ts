import type { Visitor } from '#accounts/access.ts'
import type { Assets } from './assets.ts'
import { type Html, html } from './html.ts'

/** What every page is rendered with. */
export interface View {
  visitor: Visitor | undefined
  /** The path of the page. */
  path: string
  /** Ties forms to the session; of use there alone. */
  formToken: string
  assets: Assets
  /** The time zone that the visitor's times are shown in. */
  zone: string
  /** The balance, where it is below what the visitor wants to be told of. */
  low: { balance: number; below: number } | undefined
  /** What an operator tells everybody. */
  banner: string | undefined
}

/** A page, but for what is around it. */
export interface PageContent {
  title: string
  body: Html
  /** Scripts beside the one that is on every page. */
  scripts?: readonly string[]
  /** Default: 200. */
  status?: number
}

/** The hidden field that every form carries. */
export function formField({ formToken }: View): Html {
  return html`<input type="hidden" name="_csrf" value="${formToken}">`
}
