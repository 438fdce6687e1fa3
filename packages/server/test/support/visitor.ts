/** What a page or a form was answered with. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** A browser without a screen: it keeps cookies and sends forms, and follows nothing by itself. */
export interface TestVisitor {
  cookies: Map<string, string>
  get(path: string): Promise<Answer>
  /** Opens a page for its token, and sends a form with it. */
  send(path: string, fields?: Record<string, string>, from?: string): Promise<Answer>
  /** Sends a form as it is. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** The form token of a page. */
  token(path?: string): Promise<string>
}

/** @param always headers that a proxy would add */
export function createVisitor(url: string, always: Record<string, string> = {}): TestVisitor {
  const cookies = new Map<string, string>()
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...always, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const get = (path: string) => call(path)
  const token = async (path = '/account') => {
    const { text } = await get(path)
    return /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return {
    cookies,
    get,
    token,
    post,
    async send(path, fields = {}, from) {
      return post(path, { ...fields, _csrf: await token(from) })
    },
  }
}

export const PASSWORD = 'a long enough password'

/** A visitor who created an account just now, and is signed in by that. */
export async function signUp(url: string, email: string, always: Record<string, string> = {}): Promise<TestVisitor> {
  const visitor = createVisitor(url, always)
  const { status, text } = await visitor.send('/sign-up', { email, password: PASSWORD }, '/sign-up')
  if (status !== 303) throw new Error(`not signed up: ${status} ${text}`)
  return visitor
}

/** Opens the link of a first start, and creates the operator's account as its page asks for. */
export async function setUpByLink(visitor: TestVisitor, link: string, email: string): Promise<void> {
  const { pathname, search, searchParams } = new URL(link)
  const token = searchParams.get('token') ?? ''
  const { status, text } = await visitor.send('/enter', { token, email, password: PASSWORD }, `${pathname}${search}`)
  if (status !== 303) throw new Error(`not set up: ${status} ${text}`)
}
