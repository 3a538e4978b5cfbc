import type { Browser } from 'playwright-core'
import { openVisitor, type Visitor } from '../testing/visitor.ts'
import { isNoRefusal, type Portal } from './portal.ts'

/** A new member of the team in a browser profile of their own, until the end of the test. */
export async function joinTeam(
  { tenant, url }: Pick<Portal, 'tenant' | 'url'>,
  browser: Browser,
  role: 'admin' | 'reviewer' | 'analyst',
): Promise<Visitor> {
  const invitation = { email: `${role}@acme.example`, role }
  const { link } = await tenant.requestOk('POST', '/staff-invitations', invitation)
  const token = new URL(String(link)).searchParams.get('token')
  const visitor = await openVisitor(browser, {}, isNoRefusal)
  const accepted = await visitor.context.request.post(`${url}/portal/invitation`, {
    headers: { origin: url },
    data: { token, name: `The ${role}`, password: 'correct horse battery' },
  })
  if (!accepted.ok()) throw new Error(`invitation not accepted: ${await accepted.text()}`)
  return visitor
}
